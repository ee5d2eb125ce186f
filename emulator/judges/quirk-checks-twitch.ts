// One check per Twitch quirk: it holds while the quirk is on and breaks when it is off.

import { decodeJwt } from "jose";
import { expect } from "vitest";
import type { Emulator } from "#emulator/emulator.ts";
import type { Check } from "./quirk-checks-patreon.ts";
import type { QuirkName } from "#emulator/world/quirks.ts";
import {
  authorize,
  control,
  getAppToken,
  getHelix,
  getTwitchId,
  postToken,
  signIn,
  startReceiver,
  subscribe,
  tokenAddress,
  tokenForm,
  until,
  type Json,
} from "./testing.ts";

type TwitchQuirk = Extract<QuirkName, `twitch${string}`>;

export const twitchChecks: Record<TwitchQuirk, Check> = {
  async twitchScopeIsArray(emulator) {
    expect((await signIn(emulator, "twitch-tier1")).scope).toEqual([
      "openid",
      "user:read:subscriptions",
      "user:read:email",
    ]);
  },
  async twitchTokenTypeIsLowercase(emulator) {
    expect(await signIn(emulator, "twitch-tier1")).toMatchObject({ token_type: "bearer" });
  },
  async twitchErrorsAreStatusMessage(emulator) {
    const answer = await postToken(emulator, "twitch", { grant_type: "authorization_code", code: "made-up" });
    expect(await answer.json()).toEqual({ status: 400, message: "Invalid authorization code" });
  },
  async twitchBasicAuthRefused(emulator) {
    const form = tokenForm(emulator, "twitch", { grant_type: "client_credentials" });
    const basic = btoa(`${form.get("client_id")}:${form.get("client_secret")}`);
    form.delete("client_id");
    form.delete("client_secret");
    const headers = { authorization: `Basic ${basic}` };
    const answer = await fetch(tokenAddress(emulator, "twitch"), { method: "POST", body: form, headers });
    expect(answer.status).toBe(400);
  },
  async twitchTokenTakesQuery(emulator) {
    const query = tokenForm(emulator, "twitch", { grant_type: "client_credentials" }).toString();
    expect((await fetch(`${tokenAddress(emulator, "twitch")}?${query}`, { method: "POST" })).status).toBe(200);
  },
  async twitchReturnCarriesScope(emulator) {
    const back = await authorize(emulator, "twitch", { persona: "twitch-tier1" });
    expect(back.searchParams.get("scope")).toBe("openid user:read:subscriptions user:read:email");
  },
  async twitchClaimsOnlyWhenAsked(emulator) {
    const { access_token } = await signIn(emulator, "twitch-tier1", { claims: "" });
    const info = await (await getTwitchId(emulator, access_token, "userinfo")).json();
    expect(Object.keys(info as object).toSorted()).toEqual(["aud", "exp", "iat", "iss", "sub"]);
  },
  async twitchClaimsStayOutOfIdToken(emulator) {
    const { id_token } = await signIn(emulator, "twitch-tier1");
    expect(decodeJwt(id_token ?? "")).not.toHaveProperty("email");
  },
  async twitchEmailNullWhenUnverified(emulator) {
    expect(await readUserinfo(emulator, "twitch-unverified")).toMatchObject({ email: null, email_verified: false });
  },
  async twitchPreferredUsernameIsDisplayName(emulator) {
    expect(await readUserinfo(emulator, "twitch-tier1")).toMatchObject({ preferred_username: "QuietHarbor" });
  },
  async twitchIdTokenLives15Minutes(emulator) {
    const { exp = 0, iat = 0 } = decodeJwt((await signIn(emulator, "twitch-tier1")).id_token ?? "");
    expect(exp - iat).toBe(900);
  },
  async twitchValidateScopesNullWhenNone(emulator) {
    const answer = await getTwitchId(emulator, await getAppToken(emulator), "validate");
    expect(await answer.json()).toMatchObject({ scopes: null });
  },
  async twitchRefreshTokenStays(emulator) {
    const { refresh_token } = await signIn(emulator, "twitch-tier1");
    const answer = await postToken(emulator, "twitch", { grant_type: "refresh_token", refresh_token });
    expect(await answer.json()).toMatchObject({ refresh_token });
  },
  async twitchClientIdRequired(emulator) {
    const { access_token } = await signIn(emulator, "twitch-tier1");
    const address = `${emulator.settings["TWITCH_API_ORIGIN"]}/helix/users`;
    expect((await fetch(address, { headers: { authorization: `Bearer ${access_token}` } })).status).toBe(401);
  },
  async twitchUnknownUsersOmitted(emulator) {
    const { access_token } = await signIn(emulator, "twitch-tier1");
    const answer = await getHelix(emulator, access_token, "users?id=1");
    expect([answer.status, await answer.json()]).toEqual([200, { data: [] }]);
  },
  async twitchNoSubscriptionIs404(emulator) {
    expect((await readSubscription(emulator, "twitch-never")).status).toBe(404);
  },
  async twitchSelfSubscriptionIs404(emulator) {
    expect((await readSubscription(emulator, "twitch-broadcaster")).status).toBe(404);
  },
  async twitchTierIsString(emulator) {
    const { data }: Json = await (await readSubscription(emulator, "twitch-tier2")).json();
    expect(data[0].tier).toBe("2000");
  },
  async twitchGifterOnlyOnGift(emulator) {
    const read = async (id: string): Promise<Json> =>
      ((await (await readSubscription(emulator, id)).json()) as Json).data[0];
    expect(await read("twitch-gift")).toHaveProperty("gifter_id", "820441703");
    expect(await read("twitch-tier1")).not.toHaveProperty("gifter_id");
  },
  async twitchBroadcasterIsOwnSubscriber(emulator) {
    const broadcaster = emulator.settings["TWITCH_BROADCASTER_ID"];
    const scopes = ["channel:read:subscriptions"];
    const { access_token } = await control(emulator, "POST /tokens", { persona: "twitch-broadcaster", scopes });
    const answer = await getHelix(
      emulator,
      access_token,
      `subscriptions?broadcaster_id=${broadcaster}&user_id=${broadcaster}`,
    );
    expect(((await answer.json()) as Json).data).toHaveLength(1);
  },
  async twitchRatelimitHeaders(emulator) {
    const { access_token } = await signIn(emulator, "twitch-tier1");
    const { headers } = await getHelix(emulator, access_token, "users");
    expect([headers.get("ratelimit-limit"), headers.get("ratelimit-remaining")]).toEqual(["800", "799"]);
    expect(Number(headers.get("ratelimit-reset")) * 1000).toBeGreaterThan(Date.now());
  },
  async twitchDurationIsWords(emulator) {
    const answer = await getHelix(
      emulator,
      await getAppToken(emulator),
      `videos?user_id=${emulator.settings["TWITCH_BROADCASTER_ID"]}`,
    );
    expect(((await answer.json()) as Json).data[0].duration).toBe("3h8m33s");
  },
  async twitchEventSubNeedsAppToken(emulator) {
    const { access_token } = await signIn(emulator, "twitch-broadcaster", {
      scope: "openid channel:read:subscriptions",
    });
    const answer = await fetch(`${emulator.settings["TWITCH_API_ORIGIN"]}/helix/eventsub/subscriptions`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${access_token}`,
        "client-id": emulator.settings["TWITCH_CLIENT_ID"] ?? "",
        "content-type": "application/json",
      },
      body: JSON.stringify({
        type: "channel.subscribe",
        version: "1",
        condition: { broadcaster_user_id: emulator.settings["TWITCH_BROADCASTER_ID"] },
        transport: { method: "webhook", callback: "http://localhost:9/hook", secret: "a-secret-of-this-test" },
      }),
    });
    expect(answer.status).toBe(400);
  },
  async twitchEventSubNeedsGrant(emulator) {
    expect((await subscribe(emulator, "channel.moderator.add", { callback: "http://localhost:9/hook" })).status).toBe(
      403,
    );
  },
  async twitchEventSubDuplicateIs409(emulator) {
    const receiver = await startReceiver();
    try {
      const wanted = { callback: `${receiver.origin}/hook` };
      const first = await subscribe(emulator, "channel.subscribe", wanted);
      const second = await subscribe(emulator, "channel.subscribe", wanted);
      expect([first.status, second.status]).toEqual([202, 409]);
    } finally {
      await receiver.close();
    }
  },
  async twitchEventSubSecretLength(emulator) {
    const answer = await subscribe(emulator, "stream.online", { callback: "http://localhost:9/hook", secret: "short" });
    expect(answer.status).toBe(400);
  },
  async twitchEventSubTimestampIsNanoseconds(emulator) {
    const receiver = await startReceiver();
    try {
      await subscribe(emulator, "stream.online", { callback: `${receiver.origin}/hook` });
      const { headers } = await until("the challenge", () => receiver.received[0]);
      expect(headers["twitch-eventsub-message-timestamp"]).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{9}Z$/);
    } finally {
      await receiver.close();
    }
  },
  async twitchSuspendedStillValidates(emulator) {
    const { access_token } = await signIn(emulator, "twitch-suspended");
    expect((await getTwitchId(emulator, access_token, "validate")).status).toBe(200);
  },
};

async function readUserinfo(emulator: Emulator, persona: string): Promise<unknown> {
  const { access_token } = await signIn(emulator, persona);
  return (await getTwitchId(emulator, access_token, "userinfo")).json();
}

async function readSubscription(emulator: Emulator, persona: string): Promise<Response> {
  const { access_token } = await signIn(emulator, persona);
  const { user_id }: Json = await (await getTwitchId(emulator, access_token, "validate")).json();
  const broadcaster = emulator.settings["TWITCH_BROADCASTER_ID"];
  return getHelix(emulator, access_token, `subscriptions/user?broadcaster_id=${broadcaster}&user_id=${user_id}`);
}
