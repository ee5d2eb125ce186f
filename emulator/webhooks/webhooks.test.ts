// The senders on their own: what is sent for which change, retries by the clock, EventSub's rules for subscriptions.

import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { startEmulator, type Emulator } from "#emulator/emulator.ts";
import { changeWebhook } from "#emulator/judges/quirk-checks-patreon.ts";
import {
  control,
  getHelix,
  getAppToken,
  startReceiver,
  subscribe,
  until,
  type Json,
  type Receiver,
} from "#emulator/judges/testing.ts";

let emulator: Emulator;
let receiver: Receiver;
beforeEach(async () => {
  receiver = await startReceiver();
  emulator = await startEmulator({ archiveUrl: receiver.origin, retryScheduleMs: [3_600_000, 10_800_000] });
});
afterEach(async () => {
  await emulator.close();
  await receiver.close();
});

describe("Patreon", () => {
  test("the archive's webhook is registered from the start", async () => {
    await control(emulator, "POST /personas/patron-gold", { tier: null, fire: true });
    expect(receiver.received).toMatchObject([
      { path: "/api/webhooks/patreon", headers: { "x-patreon-event": "members:pledge:delete" } },
    ]);
  });

  test.each([
    ["patron-gold", { tier: "bronze" }, "members:pledge:update"],
    ["patron-gold", { tier: null }, "members:pledge:delete"],
    ["patron-gold", { subscribed: false }, "members:pledge:delete"],
    ["patron-gold", { lastChargeStatus: "Declined" }, "members:update"],
    ["patron-former", { tier: "gold" }, "members:pledge:create"],
    ["patron-never", { tier: "free" }, "members:create"],
    ["patron-never", { subscribed: true }, "members:pledge:create"],
    ["patron-free", { subscribed: false }, "members:delete"],
  ])("%s changed to %j sends %s", async (id, change, event) => {
    const { fired } = await control(emulator, `POST /personas/${id}`, { ...change, fire: true });
    expect(fired.map((one: Json) => [one.event, one.state])).toEqual([[event, "delivered"]]);
  });

  test("a refused webhook is tried again when its time has come, and the failures are counted", async () => {
    receiver.respond(500);
    await control(emulator, "POST /fire", { event: "members:update", persona: "patron-gold" });
    await control(emulator, "POST /clock", { advanceMs: 3_000_000 });
    expect(receiver.received).toHaveLength(1);
    await control(emulator, "POST /clock", { advanceMs: 700_000 });
    expect(receiver.received).toHaveLength(2);
    expect((await changeWebhook(emulator, "PATCH", "900001", {})).data.attributes.num_consecutive_times_failed).toBe(2);
    receiver.respond(204);
    await control(emulator, "POST /clock", { advanceMs: 10_900_000 });
    expect((await control(emulator, "GET /deliveries"))[0]).toMatchObject({ state: "delivered", nextAt: null });
    expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1);
    expect((await changeWebhook(emulator, "PATCH", "900001", {})).data.attributes.num_consecutive_times_failed).toBe(0);
  });

  test("after the last attempt it gives up", async () => {
    receiver.respond(500);
    await control(emulator, "POST /fire", { event: "members:update", persona: "patron-gold" });
    for (let round = 0; round < 4; round += 1) await control(emulator, "POST /clock", { advanceMs: 11_000_000 });
    expect(receiver.received).toHaveLength(3);
    expect((await control(emulator, "GET /deliveries"))[0]).toMatchObject({ state: "failed" });
  });

  test("a past webhook can be replayed byte for byte", async () => {
    const { fired } = await control(emulator, "POST /fire", { event: "members:update", persona: "patron-gold" });
    await control(emulator, "POST /fire", { replay: fired[0].id });
    const [first, second] = receiver.received;
    expect(second?.body).toBe(first?.body);
    expect(second?.headers["x-patreon-signature"]).toBe(first?.headers["x-patreon-signature"]);
  });

  test("webhooks can be listed, added and removed by the creator only", async () => {
    const address = `${emulator.settings["PATREON_ORIGIN"]}/api/oauth2/v2/webhooks`;
    expect((await fetch(address)).status).toBe(401);
    const { data } = await changeWebhook(emulator, "POST", "", {
      uri: `${receiver.origin}/second`,
      triggers: ["members:create"],
    });
    expect(data.attributes.secret.length).toBeGreaterThan(20);
    const headers = { authorization: `Bearer ${emulator.settings["PATREON_CREATOR_TOKEN"]}` };
    expect(((await (await fetch(address, { headers })).json()) as Json).data).toHaveLength(2);
    expect((await fetch(`${address}/${data.id}`, { method: "DELETE", headers })).status).toBe(204);
    const bad = await changeWebhook(emulator, "POST", "", { uri: "ftp://x", triggers: ["members:create"] });
    expect(bad.errors[0].status).toBe("400");
  });
});

describe("Twitch EventSub", () => {
  const listStatus = async (): Promise<string[]> =>
    (await control(emulator, "GET /subscriptions")).map(({ status }: Json) => status);

  test("a subscription is pending until the callback answers the challenge", async () => {
    const answer = await subscribe(emulator, "channel.subscribe", { callback: `${receiver.origin}/hook` });
    expect(answer.status).toBe(202);
    const { data, total, max_total_cost }: Json = await answer.json();
    expect(data[0]).toMatchObject({ status: "webhook_callback_verification_pending", cost: 0 });
    expect(data[0].transport).toEqual({ method: "webhook", callback: `${receiver.origin}/hook` });
    expect([total, max_total_cost]).toEqual([1, 10_000]);
    await until("the verification", async () => (await listStatus())[0] === "enabled");
  });

  test("a callback that does not answer is not enabled", async () => {
    await subscribe(emulator, "stream.online", { callback: "http://localhost:9/hook" });
    await until("an end", async () => (await listStatus())[0] !== "webhook_callback_verification_pending");
    expect(await listStatus()).toEqual(["webhook_callback_verification_failed"]);
  });

  test.each([
    ["http://archive.example/hook", 400],
    ["https://archive.example:8443/hook", 400],
    ["nonsense", 400],
    ["https://localhost:9/hook", 202],
  ])("the callback %s is answered with %i", async (callback, status) => {
    expect((await subscribe(emulator, "stream.online", { callback })).status).toBe(status);
  });

  test("a refused notification is tried again with the same id and a higher retry count", async () => {
    await subscribe(emulator, "channel.subscribe", { callback: `${receiver.origin}/hook` });
    await until("the verification", async () => (await listStatus())[0] === "enabled");
    receiver.respond(503);
    await control(emulator, "POST /personas/twitch-ended", { tier: "1000", fire: true });
    await control(emulator, "POST /clock", { advanceMs: 3_700_000 });
    const [, first, second] = receiver.received.map(({ headers }) => headers);
    expect(second?.["twitch-eventsub-message-id"]).toBe(first?.["twitch-eventsub-message-id"]);
    expect([first, second].map((headers) => headers?.["twitch-eventsub-message-retry"])).toEqual(["0", "1"]);
  });

  test("when the broadcaster takes the consent back, the subscriptions that stood on it are revoked", async () => {
    await subscribe(emulator, "channel.subscribe", { callback: `${receiver.origin}/hook` });
    await until("the verification", async () => (await listStatus())[0] === "enabled");
    await control(emulator, "POST /personas/twitch-broadcaster/revoke", { fire: true });
    expect(await listStatus()).toEqual(["authorization_revoked"]);
    expect(receiver.received.at(-1)?.headers["twitch-eventsub-message-type"]).toBe("revocation");
    expect((await subscribe(emulator, "channel.subscribe", { callback: `${receiver.origin}/other` })).status).toBe(403);
  });

  test("which scopes a user grants can be asked in batches of ten with an app token", async () => {
    await control(emulator, "POST /tokens", { persona: "twitch-tier1", scopes: ["user:read:email"] });
    const read = async () =>
      (
        await getHelix(emulator, await getAppToken(emulator), "authorization/users?user_id=820441701&user_id=820441702")
      ).json();
    expect(await read()).toEqual({
      data: [
        { user_id: "820441701", user_login: "quietharbor", user_name: "QuietHarbor", scopes: ["user:read:email"] },
      ],
    });
    await control(emulator, "POST /personas/twitch-tier1/revoke");
    expect(await read()).toEqual({ data: [] });
  });
});
