// Judge: twurple, the most used Twitch client, run as a black box against the stand-in.

import { ApiClient } from "@twurple/api";
import {
  exchangeCode,
  getAppToken,
  getTokenInfo,
  refreshUserToken,
  revokeToken,
  RefreshingAuthProvider,
  AppTokenAuthProvider,
  InvalidTokenError,
} from "@twurple/auth";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startEmulator, type Emulator } from "#emulator/emulator.ts";
import { archiveUrl, authorize, control } from "./testing.ts";

let emulator: Emulator;
let clientId: string;
let clientSecret: string;
let broadcasterId: string;

beforeAll(async () => {
  emulator = await startEmulator();
  process.env["TWURPLE_MOCK_API_PORT"] = new URL(emulator.origin).port;
  clientId = emulator.settings["TWITCH_CLIENT_ID"] ?? "";
  clientSecret = emulator.settings["TWITCH_CLIENT_SECRET"] ?? "";
  broadcasterId = emulator.settings["TWITCH_BROADCASTER_ID"] ?? "";
});
afterAll(async () => {
  delete process.env["TWURPLE_MOCK_API_PORT"];
  await emulator.close();
});

async function exchange(persona: string, scope?: string) {
  const back = await authorize(emulator, "twitch", { persona, ...(scope && { scope }) });
  const code = back.searchParams.get("code") ?? "";
  return exchangeCode(clientId, clientSecret, code, `${archiveUrl}/api/auth/twitch/redirect`);
}

async function createClient(persona: string, scope?: string) {
  const provider = new RefreshingAuthProvider({ clientId, clientSecret });
  const userId = await provider.addUserForToken(await exchange(persona, scope));
  return { api: new ApiClient({ authProvider: provider }), userId };
}

test("twurple exchanges, validates, refreshes and revokes", async () => {
  const token = await exchange("twitch-tier1");
  expect(token.scope).toEqual(["openid", "user:read:subscriptions", "user:read:email"]);
  expect(await getTokenInfo(token.accessToken, clientId)).toMatchObject({
    userId: "820441701",
    userName: "quietharbor",
  });
  const refreshed = await refreshUserToken(clientId, clientSecret, token.refreshToken ?? "");
  expect(refreshed.accessToken).not.toBe(token.accessToken);
  await revokeToken(clientId, refreshed.accessToken);
  await expect(getTokenInfo(refreshed.accessToken, clientId)).rejects.toBeInstanceOf(InvalidTokenError);
});

test("twurple reads the signed-in user", async () => {
  const { api, userId } = await createClient("twitch-tier3");
  const user = await api.users.getAuthenticatedUser(userId, true);
  expect([user.id, user.name, user.displayName, user.email]).toEqual([
    "820441703",
    "northernoboe",
    "NorthernOboe",
    "twitch-tier3@viewer.example",
  ]);
  expect((await api.users.getUsersByIds(["820441701", "1", "820441702"])).map(({ id }) => id)).toEqual([
    "820441701",
    "820441702",
  ]);
});

test.each([
  ["twitch-tier1", { tier: "1000", isGift: false }],
  ["twitch-tier2", { tier: "2000", isGift: false }],
  ["twitch-gift", { tier: "1000", isGift: true }],
  ["twitch-never", null],
  ["twitch-ended", null],
])("twurple sees the subscription of %s", async (persona, expected) => {
  const { api, userId } = await createClient(persona);
  const subscription = await api.subscriptions.checkUserSubscription(userId, broadcasterId);
  expect(subscription && { tier: subscription.tier, isGift: subscription.isGift }).toEqual(expected);
});

test("the broadcaster's token lists subscribers and moderators, and only for the own channel", async () => {
  const scope = "openid channel:read:subscriptions moderation:read";
  const { api } = await createClient("twitch-broadcaster", scope);
  const rows = await api.subscriptions.getSubscriptionsForUsers(broadcasterId, ["820441701", "820441707", "820441702"]);
  expect(rows.map(({ userId, tier }) => [userId, tier])).toEqual([
    ["820441701", "1000"],
    ["820441702", "2000"],
  ]);
  const { data } = await api.moderation.getModerators(broadcasterId);
  expect(data.map(({ userId }) => userId)).toEqual(["820441709"]);
  expect(await api.moderation.checkUserMod(broadcasterId, "820441709")).toBe(true);
  expect(await api.moderation.checkUserMod(broadcasterId, "820441701")).toBe(false);
});

test("twurple reads a recording and its duration", async () => {
  const api = new ApiClient({ authProvider: new AppTokenAuthProvider(clientId, clientSecret) });
  const { data } = await api.videos.getVideosByUser(broadcasterId, { type: "archive" });
  expect(data[0]?.durationInSeconds).toBe(11_313);
});

test("twurple reads the markers of a video, newest first, and is refused without the scope, the channel or the video", async () => {
  const { api } = await createClient("twitch-broadcaster", "openid user:read:broadcast");
  const { data } = await api.streams.getStreamMarkersForVideo(broadcasterId, "335921245");
  expect(data.map(({ positionInSeconds, description, url }) => [positionInSeconds, description, url])).toEqual([
    [874, "", "https://twitch.tv/videos/335921245?t=14m34s"],
    [531, "Paper Boats (The Sailors cover)", "https://twitch.tv/videos/335921245?t=8m51s"],
    [244, "Opening Night", "https://twitch.tv/videos/335921245?t=4m4s"],
  ]);
  await expect(api.streams.getStreamMarkersForVideo(broadcasterId, "1")).rejects.toMatchObject({ statusCode: 404 });
  const ask = async (persona: string, scope: string) => {
    const { accessToken } = await exchange(persona, scope);
    const headers = { authorization: `Bearer ${accessToken}`, "client-id": clientId };
    return (await fetch(`${emulator.origin}/twitch-api/helix/streams/markers?video_id=335921245`, { headers })).status;
  };
  expect(await ask("twitch-broadcaster", "openid channel:read:subscriptions")).toBe(401);
  expect(await ask("twitch-tier1", "openid user:read:broadcast")).toBe(403);
  expect(await ask("twitch-editor", "openid user:read:broadcast")).toBe(200);
});

test("an app token is no user token", async () => {
  const token = await getAppToken(clientId, clientSecret);
  const info = await getTokenInfo(token.accessToken, clientId);
  expect(info.userId).toBeNull();
  expect(info.scopes).toBeNull();
});

test("a token refreshes itself when its four hours are over", async () => {
  const { api, userId } = await createClient("twitch-tier1");
  await control(emulator, "POST /clock", { advanceMs: 5 * 3_600_000 });
  expect((await api.users.getAuthenticatedUser(userId)).id).toBe("820441701");
  const journal: { path: string; form: { grant_type?: string }; query: { grant_type?: string } }[] = await control(
    emulator,
    "GET /journal",
  );
  expect(journal.some(({ query }) => query.grant_type === "refresh_token")).toBe(true);
});
