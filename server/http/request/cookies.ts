// The cookies there are. On https they carry the __Host- prefix; plain names only where PUBLIC_URL is loopback http.
import type { SerializeOptions } from "@fastify/cookie";
import type { Config } from "#server/config.ts";

interface Cookie {
  name: string;
  options: SerializeOptions;
}

type Address = Pick<Config, "isHttps">;

export function sessionCookie(address: Address): Cookie {
  return choose(session, address);
}

/** Binds a sign-in to the browser that began it. */
export function browserCookie(address: Address): Cookie {
  return choose(browser, address);
}

/** The cookie of the browser that opened the set-up link. */
export function setUpCookie(address: Address): Cookie {
  return choose(setUp, address);
}

/** The value of one cookie; of two with the same name the first. Ours are made of letters that need no decoding. */
export function readCookie({ name }: Cookie, header = ""): string | undefined {
  let at = 0;
  while (at < header.length) {
    const end = header.indexOf(";", at);
    const next = end < 0 ? header.length : end;
    while (header[at] === " ") at += 1;
    if (header.startsWith(name, at) && header[at + name.length] === "=")
      return header.slice(at + name.length + 1, next).trim();
    at = next + 1;
  }
  return undefined;
}

interface Pair {
  https: Cookie;
  http: Cookie;
}

/** The longest that a login may last; the server ends it sooner. */
const session = pair("session", 365 * 24 * 3600);
const browser = pair("auth", 600);
const setUp = pair("setup", 12 * 3600);

function choose({ https, http }: Pair, { isHttps }: Address): Cookie {
  return isHttps ? https : http;
}

/** Lax and not Strict: the providers send the browser back by a cross-site navigation. */
function pair(name: string, maxAge: number): Pair {
  const options = { path: "/", httpOnly: true, sameSite: "lax", maxAge } as const;
  return {
    https: { name: `__Host-${name}`, options: { ...options, secure: true } },
    http: { name, options: { ...options, secure: false } },
  };
}
