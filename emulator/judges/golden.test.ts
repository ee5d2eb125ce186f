// Golden shapes: keys and types of the providers' published and captured answers, against the stand-in's.
// Sources: PDOC and ZUL for Patreon, TOIDC, TVAL and TREF for Twitch. Values are ours, keys are theirs.

import { decodeJwt, decodeProtectedHeader } from "jose";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startEmulator, type Emulator } from "#emulator/emulator.ts";
import { withWebhook } from "./quirk-checks-patreon.ts";
import {
  control,
  getAppToken,
  getHelix,
  getIdentity,
  getPatreon,
  getTwitchId,
  signIn,
  until,
  type Json,
} from "./testing.ts";

let emulator: Emulator;
beforeAll(async () => {
  emulator = await startEmulator();
});
afterAll(() => emulator.close());

/** Keys with the types of their values; a list is told by its first item. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.length === 0 ? [] : [shapeOf(value[0])];
  if (value === null || typeof value !== "object") return value === null ? "null" : typeof value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shapeOf(inner)]));
}

const reference = { id: "string", type: "string" };
const pointer = { data: reference, links: { related: "string" } };

test("Patreon's token answer", async () => {
  expect(shapeOf(await signIn(emulator, "patron-gold"))).toEqual({
    access_token: "string",
    refresh_token: "string",
    expires_in: "number",
    scope: "string",
    token_type: "string",
  });
});

test("Patreon's identity document, asked as the archive asks", async () => {
  const { access_token } = await signIn(emulator, "patron-gold");
  const document: Json = await (await getIdentity(emulator, access_token)).json();
  expect(shapeOf(document.data)).toEqual({
    attributes: { created: "string", full_name: "string", image_url: "string", is_email_verified: "boolean" },
    id: "string",
    relationships: { memberships: { data: [reference] } },
    type: "string",
  });
  const byType = Object.fromEntries(document.included.map((item: Json) => [item.type, shapeOf(item)]));
  expect(byType).toEqual({
    member: {
      attributes: {
        currently_entitled_amount_cents: "number",
        is_free_trial: "boolean",
        is_gifted: "boolean",
        last_charge_status: "string",
        next_charge_date: "string",
        patron_status: "string",
        pledge_cadence: "number",
      },
      id: "string",
      relationships: { campaign: pointer, currently_entitled_tiers: { data: [reference] } },
      type: "string",
    },
    campaign: { attributes: {}, id: "string", type: "string" },
    tier: { attributes: { amount_cents: "number", title: "string" }, id: "string", type: "string" },
  });
  expect(document.links.self).toMatch(/\/api\/oauth2\/v2\/user\/\d+$/);
  expect(document.included[0].id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});

test("Patreon's refusal", async () => {
  const answer = await getPatreon(emulator, "no-such-token", "identity");
  expect(answer.status).toBe(401);
  const { errors }: Json = await answer.json();
  expect(errors[0]).toMatchObject({ code: 1, code_name: "Unauthorized", status: "401", title: "Unauthorized" });
  expect(shapeOf(errors[0])).toMatchObject({ detail: "string", id: "string" });
});

test("Patreon's members page", async () => {
  const path = `campaigns/${emulator.settings["PATREON_CAMPAIGN_ID"]}/members`;
  const query = { include: "currently_entitled_tiers,user", "fields[member]": "full_name", "page[count]": "2" };
  const page: Json = await (
    await getPatreon(emulator, emulator.settings["PATREON_CREATOR_TOKEN"] ?? "", path, query)
  ).json();
  expect(page.data).toHaveLength(2);
  expect(shapeOf(page.meta)).toEqual({ pagination: { cursors: { next: "string" }, total: "number" } });
});

test("Patreon's webhook, key for key as captured", async () => {
  await withWebhook(emulator, async ({ received }) => {
    await control(emulator, "POST /fire", { event: "members:update", persona: "patron-gold" });
    const document: Json = JSON.parse((await until("a webhook", () => received[0])).body);
    const captured = [
      "campaign_lifetime_support_cents currently_entitled_amount_cents email full_name is_follower is_free_trial",
      "last_charge_date last_charge_status lifetime_support_cents next_charge_date note patron_status pledge_cadence",
      "pledge_relationship_start will_pay_amount_cents",
    ];
    // is_gifted came after the capture (PDOC#94, 2024-11).
    expect(Object.keys(document.data.attributes).filter((name) => name !== "is_gifted")).toEqual(
      captured.join(" ").split(" "),
    );
    expect(shapeOf(document.data.relationships)).toEqual({
      address: { data: "null" },
      campaign: pointer,
      currently_entitled_tiers: { data: [reference] },
      user: pointer,
    });
    const user = document.included.find(({ type }: Json) => type === "user");
    expect(Object.keys(user.attributes)).toEqual(
      "about created first_name full_name hide_pledges image_url is_creator last_name like_count social_connections thumb_url url vanity".split(
        " ",
      ),
    );
    expect(document.links.self).toMatch(/\/api\/oauth2\/v2\/members\//);
  });
});

test("Twitch's discovery document", async () => {
  const address = `${emulator.settings["TWITCH_ID_ORIGIN"]}/oauth2/.well-known/openid-configuration`;
  const document: Json = await (await fetch(address)).json();
  expect(document).toMatchObject({
    issuer: `${emulator.settings["TWITCH_ID_ORIGIN"]}/oauth2`,
    claims_parameter_supported: true,
    scopes_supported: ["openid"],
    id_token_signing_alg_values_supported: ["RS256"],
    token_endpoint_auth_methods_supported: ["client_secret_post"],
  });
  for (const missing of ["code_challenge_methods_supported", "revocation_endpoint", "introspection_endpoint"]) {
    expect(document).not.toHaveProperty(missing);
  }
});

test("Twitch's token answer and id_token", async () => {
  const tokens = await signIn(emulator, "twitch-tier1");
  expect(shapeOf(tokens)).toEqual({
    access_token: "string",
    expires_in: "number",
    id_token: "string",
    refresh_token: "string",
    scope: ["string"],
    token_type: "string",
  });
  expect(tokens.access_token).toMatch(/^[a-z0-9]{30}$/);
  expect(decodeProtectedHeader(tokens.id_token ?? "")).toEqual({ alg: "RS256", typ: "JWT", kid: "1" });
  expect(Object.keys(decodeJwt(tokens.id_token ?? "")).toSorted()).toEqual(["aud", "azp", "exp", "iat", "iss", "sub"]);
});

test("Twitch's userinfo, validate, user and subscription", async () => {
  const { access_token } = await signIn(emulator, "twitch-gift");
  const read = async (answer: Promise<Response>): Promise<unknown> => shapeOf(await (await answer).json());
  expect(await read(getTwitchId(emulator, access_token, "userinfo"))).toEqual({
    aud: "string",
    exp: "number",
    iat: "number",
    iss: "string",
    sub: "string",
    email: "string",
    email_verified: "boolean",
    picture: "string",
    preferred_username: "string",
  });
  expect(await read(getTwitchId(emulator, access_token, "validate"))).toEqual({
    client_id: "string",
    login: "string",
    scopes: ["string"],
    user_id: "string",
    expires_in: "number",
  });
  const texts = (names: string) => Object.fromEntries(names.split(" ").map((name) => [name, "string"]));
  expect(await read(getHelix(emulator, access_token, "users"))).toEqual({
    data: [
      {
        ...texts(
          "id login display_name type broadcaster_type description profile_image_url offline_image_url email created_at",
        ),
        view_count: "number",
      },
    ],
  });
  const path = `subscriptions/user?broadcaster_id=${emulator.settings["TWITCH_BROADCASTER_ID"]}&user_id=820441705`;
  expect(await read(getHelix(emulator, access_token, path))).toEqual({
    data: [
      {
        ...texts("broadcaster_id broadcaster_login broadcaster_name gifter_id gifter_login gifter_name tier"),
        is_gift: "boolean",
      },
    ],
  });
});

test("Twitch's refusals", async () => {
  expect(await (await getTwitchId(emulator, "no-such-token", "validate")).json()).toEqual({
    status: 401,
    message: "invalid access token",
  });
  expect(await (await getHelix(emulator, "no-such-token", "users")).json()).toEqual({
    error: "Unauthorized",
    status: 401,
    message: "Invalid OAuth token",
  });
  const app = await getAppToken(emulator);
  const path = `subscriptions?broadcaster_id=${emulator.settings["TWITCH_BROADCASTER_ID"]}`;
  expect((await getHelix(emulator, app, path)).status).toBe(401);
});
