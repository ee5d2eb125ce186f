// A browser as far as the server can tell: keeps cookies, sends its origin, follows no redirect by itself.
import { setTimeout as sleep } from "node:timers/promises";
import type { User } from "#contract/member.ts";
import type { Problem } from "#contract/problem.ts";
import type { Site } from "#contract/site.ts";

export interface Reply<T = unknown> {
  status: number;
  headers: Headers;
  body: T;
}

export interface Browser {
  cookies: Map<string, string>;
  ask<T = unknown>(call: string, body?: unknown, headers?: Record<string, string>): Promise<Reply<T>>;
  /** A state for the redirect, as the page asks for it. */
  begin(returnPath?: string): Promise<string>;
  /** The provider's answer to the state: an address of the archive with a code, not yet visited. */
  authorize(persona: string, state: string, extra?: Record<string, string>): Promise<string>;
  visit(address: string): Promise<Reply>;
  /** The whole flow; returns where it ended. */
  signIn(persona: string, returnPath?: string): Promise<string>;
  whoAmI(): Promise<User | null>;
}

type Send = (address: string, init: RequestInit) => Promise<Response>;

export function createBrowser(url: string, send: Send = fetch): Browser {
  const cookies = new Map<string, string>();

  const request = async (address: string, init: RequestInit): Promise<Reply> => {
    const headers = new Headers(init.headers);
    if (cookies.size > 0) headers.set("cookie", [...cookies].map(([name, value]) => `${name}=${value}`).join("; "));
    const response = await sendPatiently(send, address, { ...init, headers, redirect: "manual" });
    for (const line of response.headers.getSetCookie()) {
      const [name = "", value = ""] = (line.split(";")[0] ?? "").split("=");
      if (value === "" || /max-age=0|expires=thu, 01 jan 1970/i.test(line)) cookies.delete(name);
      else cookies.set(name, value);
    }
    const text = await response.text();
    const isJson = response.headers.get("content-type")?.includes("json");
    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
  };

  const browser: Browser = {
    cookies,
    async ask<T>(call: string, body?: unknown, headers: Record<string, string> = {}) {
      const [method = "GET", path = "/"] = call.split(" ");
      const json = body === undefined ? {} : { "content-type": "application/json" };
      const origin = method === "GET" ? {} : { origin: url };
      const init = {
        method,
        headers: { ...json, ...origin, ...headers },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      };
      return (await request(url + path, init)) as Reply<T>;
    },
    async begin(returnPath = "/") {
      const { status, body } = await browser.ask<{ data: { token: string } }>("POST /api/auth/csrf-token", {
        return_path: returnPath,
      });
      if (status !== 200) throw new Error(`no state: ${status} ${JSON.stringify(body)}`);
      return body.data.token;
    },
    async authorize(persona, state, extra = {}) {
      const { body: site } = await browser.ask<Site>("GET /api/site");
      const provider = persona.startsWith("patron-") ? site.patreon : site.twitch;
      if (!provider) throw new Error(`no provider for ${persona}`);
      const twitch = {
        scope: "openid user:read:subscriptions user:read:email",
        claims: JSON.stringify({
          userinfo: { email: null, email_verified: null, preferred_username: null, picture: null },
        }),
      };
      const query = new URLSearchParams({
        response_type: "code",
        client_id: provider.client_id,
        redirect_uri: provider.redirect_uri,
        state,
        ...(persona.startsWith("twitch-") && twitch),
        persona,
        ...extra,
      });
      const response = await fetch(`${provider.authorize_url}?${query}`, { redirect: "manual" });
      const location = response.headers.get("location");
      if (!location) throw new Error(`the provider did not redirect: ${response.status} ${await response.text()}`);
      return location;
    },
    visit: (address) => request(address, {}),
    async signIn(persona, returnPath = "/") {
      const { headers, status, body } = await browser.visit(
        await browser.authorize(persona, await browser.begin(returnPath)),
      );
      const location = headers.get("location");
      if (status !== 303 || !location)
        throw new Error(`the sign-in did not redirect: ${status} ${JSON.stringify(body)}`);
      return location.replace(url, "");
    },
    async whoAmI() {
      const { status, body } = await browser.ask<{ user: User } | Problem>("GET /api/user/info");
      if (status === 401) return null;
      if (!("user" in body)) throw new Error(`user info: ${status} ${JSON.stringify(body)}`);
      return body.user;
    },
  };
  return browser;
}

const mostTries = 100;

/** A busy machine sheds load before it looks at a request; whoever is told to come back later does so. */
async function sendPatiently(send: Send, address: string, init: RequestInit): Promise<Response> {
  for (let tries = 1; ; tries += 1) {
    const response = await sendAgain(send, address, init);
    if (response.status !== 503 || !response.headers.has("retry-after") || tries === mostTries) return response;
    await response.arrayBuffer();
    await sleep(200);
  }
}

/** Sends it once more where the connection was closed before the request was read. */
export async function sendAgain(send: Send, address: string, init: RequestInit): Promise<Response> {
  try {
    return await send(address, init);
  } catch (error) {
    if (!isClosedBefore(error)) throw error;
    return send(address, init);
  }
}

/**
 * On a machine that is starved, the server may close a connection that was idle just as the next request is sent on it. It has
 * not read that request; browsers send it again, too.
 */
export function isClosedBefore(error: unknown): boolean {
  const { code } = ((error as Error).cause ?? {}) as { code?: string };
  return code === "ECONNRESET" || code === "UND_ERR_SOCKET";
}
