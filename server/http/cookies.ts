// The two cookies there are. On https they carry the __Host- prefix; plain names only where PUBLIC_URL is loopback http.
import type { CookieSerializeOptions } from "@fastify/cookie";
import type { Config } from "#server/config.ts";

export interface Cookie {
  name: string;
  options: CookieSerializeOptions;
}

export function sessionCookie(config: Config): Cookie {
  return cookie("session", 30 * 24 * 3600, config);
}

/** Binds a sign-in to the browser that began it. */
export function browserCookie(config: Config): Cookie {
  return cookie("auth", 600, config);
}

/** Lax and not Strict: the providers send the browser back by a cross-site navigation. */
function cookie(name: string, maxAge: number, { isHttps }: Config): Cookie {
  return {
    name: isHttps ? `__Host-${name}` : name,
    options: { path: "/", httpOnly: true, sameSite: "lax", secure: isHttps, maxAge },
  };
}
