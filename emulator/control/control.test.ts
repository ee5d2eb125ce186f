// The control API: who may use it, what it changes, and that the journal keeps no secret.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startEmulator, type Emulator } from "#emulator/emulator.ts";
import {
  authorize,
  control,
  getAppToken,
  getIdentity,
  getPatreon,
  getTwitchId,
  postToken,
  signIn,
  type Json,
} from "#emulator/judges/testing.ts";

let emulator: Emulator;
beforeAll(async () => {
  emulator = await startEmulator();
});
afterAll(() => emulator.close());
beforeEach(() => control(emulator, "POST /reset"));

async function readTiers(token: string): Promise<string[]> {
  const { included = [] }: Json = await (await getIdentity(emulator, token)).json();
  return included.filter(({ type }: Json) => type === "tier").map(({ attributes }: Json) => attributes.title);
}

test("a changed tier is seen at the next read, and a reset brings it back", async () => {
  const { access_token } = await signIn(emulator, "patron-gold");
  await control(emulator, "POST /personas/patron-gold", { tier: "bronze" });
  expect(await readTiers(access_token)).toEqual(["Bronze"]);
  await control(emulator, "POST /personas/patron-gold", { tiers: ["20550101", "99"] });
  expect(await readTiers(access_token)).toEqual(["Bronze", "Retired tier"]);
  await control(emulator, "POST /reset");
  expect((await getIdentity(emulator, access_token)).status).toBe(401);
  expect(await readTiers((await signIn(emulator, "patron-gold")).access_token)).toEqual(["Gold"]);
});

test("a glitch asked for hits the next membership answer only, whoever reads it", async () => {
  const { access_token } = await signIn(emulator, "patron-bronze");
  await control(emulator, "POST /personas/patron-bronze", { glitch: true });
  expect(await readTiers(access_token)).toEqual([]);
  expect(await readTiers(access_token)).toEqual(["Bronze"]);
  await control(emulator, "POST /personas/patron-bronze", { glitch: true });
  const path = `campaigns/${emulator.settings["PATREON_CAMPAIGN_ID"]}/members`;
  await getPatreon(emulator, emulator.settings["PATREON_CREATOR_TOKEN"] ?? "", path);
  expect(await readTiers(access_token)).toEqual(["Bronze"]);
});

test.each(["patron-gold", "twitch-tier1"])("a person like %s has an account of their own", async (like) => {
  const [one, other] = [`${like}-a1`, `${like}-b2`];
  const make = async (id: string) => (await control(emulator, `PUT /personas/${id}`, { like })).persona;
  const [first, second] = [await make(one), await make(other)];
  expect(await make(one)).toEqual(first);
  const { patreon, twitch }: Json = await control(emulator, "GET /personas");
  const original = [...patreon, ...twitch].find(({ id }: Json) => id === like);
  expect(new Set([first, second, original].map(({ userId }) => userId)).size).toBe(3);
  expect([first.tier, first.membership]).toEqual([original.tier, original.membership]);
  expect((await signIn(emulator, one)).access_token).toEqual(expect.any(String));
  expect(await control(emulator, `PUT /personas/nobody-a1`, { like })).toHaveProperty("problem");
  expect(await control(emulator, `PUT /personas/${one}`, { like: "nobody" })).toHaveProperty("problem");
});

test("a change of a copied person leaves the persona as it is, and a reset takes the copy away", async () => {
  await control(emulator, "PUT /personas/patron-gold-a1", { like: "patron-gold" });
  const { access_token } = await signIn(emulator, "patron-gold-a1");
  await control(emulator, "POST /personas/patron-gold-a1", { tier: "bronze" });
  expect(await readTiers(access_token)).toEqual(["Bronze"]);
  expect(await readTiers((await signIn(emulator, "patron-gold")).access_token)).toEqual(["Gold"]);
  await control(emulator, "POST /reset");
  expect(await control(emulator, "POST /personas/patron-gold-a1", { tier: "gold" })).toHaveProperty("problem");
});

test("a revoked grant kills codes, access and refresh tokens of that person only", async () => {
  const gold = await signIn(emulator, "patron-gold");
  const bronze = await signIn(emulator, "patron-bronze");
  const code = (await authorize(emulator, "patreon", { persona: "patron-gold" })).searchParams.get("code") ?? "";
  expect(await control(emulator, "POST /personas/patron-gold/revoke")).toEqual({ revoked: 3, fired: [] });
  expect((await getIdentity(emulator, gold.access_token)).status).toBe(401);
  expect((await getIdentity(emulator, bronze.access_token)).status).toBe(200);
  expect((await postToken(emulator, "patreon", { grant_type: "authorization_code", code })).status).toBe(401);
  expect(
    (await postToken(emulator, "patreon", { grant_type: "refresh_token", refresh_token: gold.refresh_token })).status,
  ).toBe(401);
});

test("tokens and codes expire as the clock moves", async () => {
  const { access_token } = await signIn(emulator, "patron-gold");
  const code = (await authorize(emulator, "patreon", { persona: "patron-gold" })).searchParams.get("code") ?? "";
  await control(emulator, "POST /clock", { advanceMs: 11 * 60_000 });
  expect((await postToken(emulator, "patreon", { grant_type: "authorization_code", code })).status).toBe(401);
  expect((await getIdentity(emulator, access_token)).status).toBe(200);
  await control(emulator, "POST /clock", { advanceMs: 31 * 86_400_000 });
  expect((await getIdentity(emulator, access_token)).status).toBe(401);
});

test("the journal shows every request and no token, code, secret or state", async () => {
  const { access_token, refresh_token } = await signIn(emulator, "twitch-tier1", {
    force_verify: "true",
    state: "the-state",
  });
  await getTwitchId(emulator, access_token, "validate");
  const app = await getAppToken(emulator);
  const journal: Json[] = await control(emulator, "GET /journal");
  expect(journal.map(({ method, path, status }) => `${method} ${path} ${status}`)).toEqual([
    "GET /twitch-id/oauth2/authorize 302",
    "POST /twitch-id/oauth2/token 200",
    "GET /twitch-id/oauth2/validate 200",
    "POST /twitch-id/oauth2/token 200",
  ]);
  expect(journal[0].query).toMatchObject({ force_verify: "true", state: "[left out]" });
  expect(journal[1].form).toMatchObject({
    grant_type: "authorization_code",
    code: "[left out]",
    client_secret: "[left out]",
  });
  expect(journal[2].headers.authorization).toBe("Bearer [left out]");
  const text = JSON.stringify(journal);
  for (const secret of [
    access_token,
    refresh_token,
    app,
    emulator.settings["TWITCH_CLIENT_SECRET"] ?? "",
    "the-state",
  ]) {
    expect(text).not.toContain(secret);
  }
  await control(emulator, "DELETE /journal");
  expect(await control(emulator, "GET /journal")).toEqual([]);
});

test.each([
  ["another site's page", { "sec-fetch-site": "cross-site" }],
  ["a rebound name", { host: "evil.example" }],
])("%s may not use the control API", async (_who, headers) => {
  const status = await new Promise((resolve, reject) => {
    const call = request(`${emulator.origin}/__emulator/reset`, { method: "POST", headers }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    });
    call.on("error", reject);
    call.end();
  });
  expect(status).toBe(403);
});

test("an unknown persona, change or event is refused with a sentence", async () => {
  expect(await control(emulator, "POST /personas/nobody", { tier: "gold" })).toHaveProperty("problem");
  expect((await control(emulator, "POST /personas/patron-gold", { colour: "red" })).problem).toContain("colour");
  expect(await control(emulator, "POST /fire", { event: "members:dance" })).toHaveProperty("problem");
  expect(await control(emulator, "POST /clock", {})).toHaveProperty("problem");
});

test("two emulators in one process share nothing", async () => {
  const other = await startEmulator();
  try {
    const { access_token } = await signIn(emulator, "patron-gold");
    expect((await getIdentity(other, access_token)).status).toBe(401);
  } finally {
    await other.close();
  }
});

test("with a state file people stay signed in over a restart, and a broken file is no obstacle", async () => {
  const folder = mkdtempSync(join(tmpdir(), "emulator-"));
  const stateFile = join(folder, "state.json");
  try {
    const first = await startEmulator({ stateFile });
    const { access_token, refresh_token } = await signIn(first, "twitch-tier1");
    await control(first, "PUT /personas/patron-gold-a1", { like: "patron-gold" });
    const copied = await signIn(first, "patron-gold-a1");
    await first.close();
    const second = await startEmulator({ stateFile });
    expect((await getTwitchId(second, access_token, "validate")).status).toBe(200);
    expect((await postToken(second, "twitch", { grant_type: "refresh_token", refresh_token })).status).toBe(200);
    expect((await getIdentity(second, copied.access_token)).status).toBe(200);
    await second.close();
    writeFileSync(stateFile, "{");
    const third = await startEmulator({ stateFile });
    expect((await getTwitchId(third, access_token, "validate")).status).toBe(401);
    await third.close();
  } finally {
    rmSync(folder, { recursive: true });
  }
});
