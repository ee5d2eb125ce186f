// Every kind of fault, on both providers, over real HTTP: what a client sees, and that the fault ends when it should.

import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startEmulator, type Emulator } from "#emulator/emulator.ts";
import { faultKinds, type FaultKind } from "./fault-kinds.ts";
import { matches } from "./faults.ts";
import { control, getHelix, getIdentity, postToken, signIn, type Json } from "#emulator/judges/testing.ts";

let emulator: Emulator;
let patron: string;
let viewer: string;
beforeAll(async () => {
  emulator = await startEmulator();
  patron = (await signIn(emulator, "patron-gold")).access_token;
  viewer = (await signIn(emulator, "twitch-tier1")).access_token;
});
afterAll(() => emulator.close());
beforeEach(async () => {
  await control(emulator, "DELETE /faults");
  await control(emulator, "DELETE /journal");
});

/** What a careful client notices: a status and what kind of body, or how the call broke. */
async function observe(call: (signal: AbortSignal) => Promise<Response>, patienceMs = 10_000): Promise<string> {
  try {
    const answer = await call(AbortSignal.timeout(patienceMs));
    const type = answer.headers.get("content-type")?.split(";")[0];
    const wait = answer.headers.has("retry-after") ? " retry-after" : "";
    const text = await answer.text();
    const body = type === "text/html" ? "html" : readsAsJson(text);
    return `${answer.status} ${body}${wait}`;
  } catch (error) {
    return error instanceof Error && error.name === "TimeoutError" ? "timeout" : "broken";
  }
}

function readsAsJson(text: string): string {
  try {
    const body: Json = JSON.parse(text);
    if (body.unexpected) return "wrong shape";
    return body.errors || body.message !== undefined ? "error json" : "json";
  } catch {
    return "not json";
  }
}

const expected: Record<FaultKind, string> = {
  "error-500": "500 error json",
  "html-502": "502 html",
  "unavailable-503": "503 error json retry-after",
  "throttled-429": "429 error json retry-after",
  "unauthorized-401": "401 error json",
  "html-403": "403 html",
  timeout: "timeout",
  "dropped-before-headers": "broken",
  "dropped-mid-body": "broken",
  "malformed-json": "200 not json",
  "html-200": "200 html",
  "wrong-shape-200": "200 wrong shape",
};

const readPatreon = (signal: AbortSignal) =>
  fetch(`${emulator.settings["PATREON_ORIGIN"]}/api/oauth2/v2/identity`, {
    headers: { authorization: `Bearer ${patron}` },
    signal,
  });
const readTwitch = (signal: AbortSignal) =>
  fetch(`${emulator.settings["TWITCH_API_ORIGIN"]}/helix/users`, {
    headers: { authorization: `Bearer ${viewer}`, "client-id": emulator.settings["TWITCH_CLIENT_ID"] ?? "" },
    signal,
  });

test("there are twelve kinds", () => {
  expect(faultKinds).toHaveLength(12);
});

describe.each(faultKinds)("%s", (kind) => {
  test.each([
    ["GET /patreon/api/oauth2/v2/identity", readPatreon],
    ["* /twitch-api/helix", readTwitch],
  ])("on %s is seen once and then over", async (route, read) => {
    await control(emulator, "POST /faults", { route, kind, times: 1 });
    expect(await observe(read, kind === "timeout" ? 200 : undefined)).toBe(expected[kind]);
    expect(await observe(read)).toBe("200 json");
    const journal: Json[] = await control(emulator, "GET /journal");
    expect(journal.map(({ fault }) => fault)).toEqual([kind, undefined]);
  });
});

test("a fault stays until it is removed when no number is given", async () => {
  await control(emulator, "POST /faults", { route: "* /patreon/api", kind: "error-500" });
  for (let call = 0; call < 3; call += 1) expect((await getIdentity(emulator, patron)).status).toBe(500);
  await control(emulator, "DELETE /faults");
  expect((await getIdentity(emulator, patron)).status).toBe(200);
});

test("a mix of status, delay, HTML and Retry-After can be asked for", async () => {
  await control(emulator, "POST /faults", {
    route: "GET /twitch-api",
    status: 418,
    html: true,
    delayMs: 60,
    retryAfter: 7,
  });
  const started = performance.now();
  const answer = await getHelix(emulator, viewer, "users");
  expect(performance.now() - started).toBeGreaterThan(50);
  expect([answer.status, answer.headers.get("content-type"), answer.headers.get("retry-after")]).toEqual([
    418,
    "text/html; charset=utf-8",
    "7",
  ]);
});

test("a delay alone answers late but truly", async () => {
  await control(emulator, "POST /faults", { route: "GET /patreon", delayMs: 60 });
  expect((await getIdentity(emulator, patron)).status).toBe(200);
});

test("an answer dropped mid-body has taken effect: the refresh token is spent", async () => {
  const { refresh_token } = await signIn(emulator, "patron-bronze");
  const form = { grant_type: "refresh_token", refresh_token };
  await control(emulator, "POST /faults", {
    route: "POST /patreon/api/oauth2/token",
    kind: "dropped-mid-body",
    times: 1,
  });
  await expect(postToken(emulator, "patreon", form).then((answer) => answer.text())).rejects.toThrow("terminated");
  expect((await postToken(emulator, "patreon", form)).status).toBe(401);
});

test("a call dropped before its headers has not: the refresh token still works", async () => {
  const { refresh_token } = await signIn(emulator, "patron-bronze");
  const form = { grant_type: "refresh_token", refresh_token };
  await control(emulator, "POST /faults", { route: "POST /patreon/api/oauth2/token", drop: true, times: 1 });
  await expect(postToken(emulator, "patreon", form)).rejects.toThrow("fetch failed");
  expect((await postToken(emulator, "patreon", form)).status).toBe(200);
});

test.each([
  ["GET /patreon/api", "GET", "/patreon/api/oauth2/v2/identity", true],
  ["POST /patreon/api", "GET", "/patreon/api/oauth2/v2/identity", false],
  ["* /twitch", "GET", "/twitch-id/oauth2/validate", true],
  ["/twitch", "POST", "/twitch-api/helix/users", true],
  ["get /patreon/api/*/members", "GET", "/patreon/api/oauth2/v2/campaigns/1/members", true],
  ["* /twitch.api", "GET", "/twitch-api/helix/users", false],
])("the route %s on %s %s: %s", (route, method, path, result) => {
  expect(matches(route, method, path)).toBe(result);
});

test("a fault without a route or of an unknown kind is refused with a sentence", async () => {
  expect(await control(emulator, "POST /faults", { kind: "error-500" })).toHaveProperty("problem");
  expect(await control(emulator, "POST /faults", { route: "* /", kind: "flood" })).toHaveProperty("problem");
});
