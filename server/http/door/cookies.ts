// The two cookies there are. On https they carry the __Host- prefix; plain names only where PUBLIC_URL is loopback http.
import type { SerializeOptions } from "@fastify/cookie";
import type { Config } from "#server/config.ts";

interface Cookie {
  name: string;
  options: SerializeOptions;
}

export function sessionCookie(config: Config): Cookie {
  return cookie("session", 30 * 24 * 3600, config);
}

/** Binds a sign-in to the browser that began it. */
export function browserCookie(config: Config): Cookie {
  return cookie("auth", 600, config);
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

/** Lax and not Strict: the providers send the browser back by a cross-site navigation. */
function cookie(name: string, maxAge: number, { isHttps }: Config): Cookie {
  return {
    name: isHttps ? `__Host-${name}` : name,
    options: { path: "/", httpOnly: true, sameSite: "lax", secure: isHttps, maxAge },
  };
}
