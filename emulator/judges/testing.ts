// What the emulator's own tests share: signing a persona in as the archive would, the control API, a webhook receiver.

import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import type { Emulator } from "#emulator/emulator.ts";

export type Json = any; // oxlint-disable-line typescript/no-explicit-any -- answers are probed freely in tests
type Tokens = { access_token: string; refresh_token: string; scope: unknown; id_token?: string };

export const archiveUrl = "http://localhost:8080";
export const archiveScopes = "openid user:read:subscriptions user:read:email";
export const archiveClaims = JSON.stringify({
  userinfo: { email: null, email_verified: null, preferred_username: null, picture: null },
});

type Provider = "patreon" | "twitch";

export function authorizeAddress(emulator: Emulator, provider: Provider, extra: Record<string, string> = {}): string {
  const { settings } = emulator;
  const [origin, id] =
    provider === "patreon"
      ? [settings["PATREON_ORIGIN"], settings["PATREON_CLIENT_ID"]]
      : [settings["TWITCH_ID_ORIGIN"], settings["TWITCH_CLIENT_ID"]];
  const query = new URLSearchParams({
    response_type: "code",
    client_id: id ?? "",
    redirect_uri: `${archiveUrl}/api/auth/${provider}/redirect`,
    state: "a-state",
    ...(provider === "twitch" && { scope: archiveScopes, claims: archiveClaims }),
    ...extra,
  });
  for (const [name, value] of Object.entries(extra)) if (value === "") query.delete(name);
  return `${origin}/oauth2/authorize?${query.toString()}`;
}

export async function authorize(emulator: Emulator, provider: Provider, extra: Record<string, string>): Promise<URL> {
  const answer = await fetch(authorizeAddress(emulator, provider, extra), { redirect: "manual" });
  const location = answer.headers.get("location");
  if (location === null) throw new Error(`No redirect: ${answer.status} ${await answer.text()}`);
  return new URL(location);
}

export function tokenAddress(emulator: Emulator, provider: Provider): string {
  const { settings } = emulator;
  return provider === "patreon"
    ? `${settings["PATREON_ORIGIN"]}/api/oauth2/token`
    : `${settings["TWITCH_ID_ORIGIN"]}/oauth2/token`;
}

export function tokenForm(emulator: Emulator, provider: Provider, rest: Record<string, string>): URLSearchParams {
  const name = provider.toUpperCase();
  return new URLSearchParams({
    client_id: emulator.settings[`${name}_CLIENT_ID`] ?? "",
    client_secret: emulator.settings[`${name}_CLIENT_SECRET`] ?? "",
    redirect_uri: `${archiveUrl}/api/auth/${provider}/redirect`,
    ...rest,
  });
}

export async function postToken(
  emulator: Emulator,
  provider: Provider,
  rest: Record<string, string>,
): Promise<Response> {
  return fetch(tokenAddress(emulator, provider), { method: "POST", body: tokenForm(emulator, provider, rest) });
}

export async function signIn(emulator: Emulator, persona: string, extra: Record<string, string> = {}): Promise<Tokens> {
  const provider = persona.startsWith("patron") ? "patreon" : "twitch";
  const back = await authorize(emulator, provider, { persona, ...extra });
  const code = back.searchParams.get("code") ?? "";
  const answer = await postToken(emulator, provider, { grant_type: "authorization_code", code });
  if (!answer.ok) throw new Error(`No tokens: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as Tokens;
}

const identityQuery: Record<string, string> = {
  include: "memberships.currently_entitled_tiers,memberships.campaign",
  "fields[user]": "full_name,image_url,is_email_verified,created",
  "fields[member]":
    "patron_status,currently_entitled_amount_cents,last_charge_status,next_charge_date,pledge_cadence,is_free_trial,is_gifted",
  "fields[tier]": "title,amount_cents",
};

export async function getPatreon(
  emulator: Emulator,
  token: string,
  path: string,
  query: Record<string, string> = {},
): Promise<Response> {
  const search = new URLSearchParams(query).toString();
  return fetch(`${emulator.settings["PATREON_ORIGIN"]}/api/oauth2/v2/${path}${search && `?${search}`}`, {
    headers: { authorization: `Bearer ${token}` },
  });
}

export async function getIdentity(emulator: Emulator, token: string): Promise<Response> {
  return getPatreon(emulator, token, "identity", identityQuery);
}

export async function getHelix(emulator: Emulator, token: string, path: string): Promise<Response> {
  return fetch(`${emulator.settings["TWITCH_API_ORIGIN"]}/helix/${path}`, {
    headers: { authorization: `Bearer ${token}`, "client-id": emulator.settings["TWITCH_CLIENT_ID"] ?? "" },
  });
}

export async function getTwitchId(emulator: Emulator, token: string, path: "userinfo" | "validate"): Promise<Response> {
  return fetch(`${emulator.settings["TWITCH_ID_ORIGIN"]}/oauth2/${path}`, {
    headers: { authorization: `Bearer ${token}` },
  });
}

export async function getAppToken(emulator: Emulator): Promise<string> {
  const answer = await postToken(emulator, "twitch", { grant_type: "client_credentials" });
  return ((await answer.json()) as Tokens).access_token;
}

export async function control(emulator: Emulator, order: string, body?: object): Promise<Json> {
  const [method = "GET", path = ""] = order.split(" ");
  const answer = await fetch(`${emulator.origin}/__emulator${path}`, {
    method,
    ...(body && { body: JSON.stringify(body), headers: { "content-type": "application/json" } }),
  });
  const text = await answer.text();
  return text === "" ? { status: answer.status } : JSON.parse(text);
}

type Received = { path: string; headers: IncomingHttpHeaders; body: string };
export type Receiver = { origin: string; received: Received[]; respond(status: number): void; close(): Promise<void> };

/** Stands where the archive would: keeps what it is sent, answers challenges, otherwise the status it was told. */
export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  let status = 200;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const body = Buffer.concat(chunks).toString();
      received.push({ path: request.url ?? "", headers: request.headers, body });
      const isChallenge = request.headers["twitch-eventsub-message-type"] === "webhook_callback_verification";
      response.writeHead(isChallenge ? 200 : status, { "content-type": "text/plain" });
      response.end(isChallenge ? (JSON.parse(body) as { challenge: string }).challenge : "");
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    received,
    respond: (next) => {
      status = next;
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

export async function until<T>(
  what: string,
  read: () => Promise<T | undefined | false> | T | undefined | false,
): Promise<T> {
  const deadline = Date.now() + 10_000;
  for (;;) {
    const value = await read();
    if (value !== undefined && value !== false) return value;
    if (Date.now() > deadline) throw new Error(`It did not happen within 10 s: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 15));
  }
}

export async function subscribe(
  emulator: Emulator,
  type: string,
  rest: { callback: string; secret?: string; condition?: object },
): Promise<Response> {
  const { callback, secret = "a-secret-of-this-test", condition } = rest;
  return fetch(`${emulator.settings["TWITCH_API_ORIGIN"]}/helix/eventsub/subscriptions`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${await getAppToken(emulator)}`,
      "client-id": emulator.settings["TWITCH_CLIENT_ID"] ?? "",
      "content-type": "application/json",
    },
    body: JSON.stringify({
      type,
      version: "1",
      condition: condition ?? { broadcaster_user_id: emulator.settings["TWITCH_BROADCASTER_ID"] },
      transport: { method: "webhook", callback, secret },
    }),
  });
}
