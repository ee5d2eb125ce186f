// Judge: patreon-api.ts as an independent Patreon client and as verifier of the stand-in's webhooks.

import {
  Oauth2Routes,
  PatreonCreatorClient,
  PatreonUserClient,
  QueryBuilder,
  SchemaResourcesData,
  verify,
  parseWebhookRequest,
} from "patreon-api.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startEmulator, type Emulator } from "#emulator/emulator.ts";
import { attributes } from "#emulator/patreon/schema.ts";
import { withWebhook } from "./quirk-checks-patreon.ts";
import { archiveUrl, authorize, control, until, type Json } from "./testing.ts";

let emulator: Emulator;
beforeAll(async () => {
  emulator = await startEmulator();
});
afterAll(() => emulator.close());

function clientOptions() {
  const { PATREON_ORIGIN, PATREON_CLIENT_ID = "", PATREON_CLIENT_SECRET = "" } = emulator.settings;
  return {
    oauth: {
      clientId: PATREON_CLIENT_ID,
      clientSecret: PATREON_CLIENT_SECRET,
      redirectUri: `${archiveUrl}/api/auth/patreon/redirect`,
      accessTokenUri: `${PATREON_ORIGIN}/api/oauth2/token`,
      authorizationUri: `${PATREON_ORIGIN}/oauth2/authorize`,
    },
    rest: { api: `${PATREON_ORIGIN}/api/oauth2/v2`, fetch },
  };
}

function createCreator() {
  const { PATREON_CREATOR_TOKEN = "", PATREON_CREATOR_REFRESH_TOKEN = "" } = emulator.settings;
  const { oauth, rest } = clientOptions();
  const token = {
    access_token: PATREON_CREATOR_TOKEN,
    refresh_token: PATREON_CREATOR_REFRESH_TOKEN,
    expires_in: "2678400",
    token_type: "Bearer",
  };
  return new PatreonCreatorClient({ oauth: { ...oauth, token }, rest });
}

test("the judge's own addresses are the real ones, so the stand-in is addressed by override only", () => {
  expect(Oauth2Routes.accessTokenUri).toContain("patreon.com");
});

test("a member signs in and the client reads name and tiers", async () => {
  const client = new PatreonUserClient(clientOptions());
  const back = await authorize(emulator, "patreon", { persona: "patron-gold" });
  const instance = await client.createInstance(back.href);
  const query = QueryBuilder.identity
    .addRelationships(["memberships"])
    .setAttributes({ user: ["full_name"], member: ["patron_status"] });
  const { data, included }: Json = await instance.fetchIdentity(query);
  expect(data.attributes).toEqual({ full_name: "Marta Lindqvist" });
  expect(included).toHaveLength(1);
  expect(included[0]).toMatchObject({ type: "member", attributes: { patron_status: "active_patron" } });
});

test("a code works once", async () => {
  const client = new PatreonUserClient(clientOptions());
  const back = await authorize(emulator, "patreon", { persona: "patron-gold" });
  await client.createInstance(back.href);
  await expect(client.createInstance(back.href)).rejects.toThrow("invalid_grant");
});

test("the creator pages through the members", async () => {
  const creator = createCreator();
  const { data: campaigns } = await creator.fetchCampaigns();
  expect(campaigns.map(({ id }) => id)).toEqual([emulator.settings["PATREON_CAMPAIGN_ID"]]);
  const query = QueryBuilder.campaignMembers
    .addRelationships(["currently_entitled_tiers", "user"])
    .setAttributes({ member: ["full_name", "patron_status"], tier: ["title"] })
    .setRequestOptions({ count: 7 });
  const pages: number[] = [];
  const names = new Set<string>();
  for await (const page of creator.paginateCampaignMembers(campaigns[0]?.id ?? "", query)) {
    pages.push(page.data.length);
    for (const member of page.data) names.add((member.attributes as Json).full_name);
  }
  expect(pages).toEqual([7, 7, 2]);
  expect(names.size).toBe(16);
});

test("the creator's token refreshes into a new pair", async () => {
  const creator = createCreator();
  const fresh = await creator.oauth.refreshToken(emulator.settings["PATREON_CREATOR_REFRESH_TOKEN"] ?? "");
  expect(fresh.access_token).not.toBe(emulator.settings["PATREON_CREATOR_TOKEN"]);
  await expect(creator.oauth.refreshToken(emulator.settings["PATREON_CREATOR_REFRESH_TOKEN"] ?? "")).rejects.toThrow(
    "invalid_grant",
  );
  await control(emulator, "POST /reset");
});

test("the client's verifier accepts the webhooks and refuses a forged one", async () => {
  await withWebhook(emulator, async ({ secret, received }) => {
    await control(emulator, "POST /personas/patron-gold", { tier: null, fire: true });
    await control(emulator, "POST /fire", { event: "members:update", persona: "patron-gold", signature: "bad" });
    const [good, forged] = await until("two webhooks", () => (received.length > 1 ? received : undefined));
    expect(good?.headers["x-patreon-event"]).toBe("members:pledge:delete");
    expect(verify(secret, good?.headers["x-patreon-signature"], good?.body ?? "")).toBe(true);
    expect(verify(secret, forged?.headers["x-patreon-signature"], forged?.body ?? "")).toBe(false);
    const request = new Request("https://archive.example/", {
      method: "POST",
      body: good?.body ?? "",
      headers: good?.headers,
    });
    expect(await parseWebhookRequest(request, secret)).toMatchObject({
      verified: true,
      event: "members:pledge:delete",
    });
  });
});

test("the stand-in knows the same attributes as the client's schema", () => {
  const theirs = { user: "User", member: "Member", tier: "Tier", campaign: "Campaign", webhook: "Webhook" } as const;
  for (const [ours, name] of Object.entries(theirs)) {
    const expected = [...SchemaResourcesData[name].properties].toSorted();
    expect(attributes[ours as keyof typeof theirs].toSorted()).toEqual(expected);
  }
});
