// Every persona, asked the way the archive asks: what the real provider would answer for such an account.

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startEmulator, type Emulator } from "#emulator/emulator.ts";
import { control, getHelix, getIdentity, getTwitchId, postToken, signIn, type Json } from "./testing.ts";

let emulator: Emulator;
beforeAll(async () => {
  emulator = await startEmulator();
});
afterAll(() => emulator.close());

const gold = "20550102";
const bronze = "20550101";
const free = "20550100";

type PatronRow = { tiers: string[] | null; status?: string | null; cents?: number; charge?: string | null };
const paying: PatronRow = { tiers: [gold], status: "active_patron", cents: 1000, charge: "Paid" };

const patrons: Record<string, PatronRow> = {
  "patron-gold": paying,
  "patron-bronze": { ...paying, tiers: [bronze], cents: 300 },
  "patron-annual": { ...paying, cents: 10_800 },
  "patron-gifted": { ...paying, cents: 0, charge: null },
  "patron-trial": { ...paying, cents: 0, charge: "Free Trial" },
  "patron-free": { tiers: [free], status: null, cents: 0, charge: null },
  "patron-custom": { ...paying, tiers: [], cents: 1500 },
  "patron-declined-retrying": { ...paying, status: "declined_patron", charge: "Declined" },
  "patron-declined": { tiers: [], status: "declined_patron", cents: 0, charge: "Declined" },
  "patron-cancelled-paid": { ...paying, status: "former_patron" },
  "patron-former": { tiers: [], status: "former_patron", cents: 0, charge: "Paid" },
  "patron-never": { tiers: null },
  "patron-editor": paying,
  "patron-owner": { tiers: null },
  "patron-multi": paying,
  "patron-unverified": paying,
  "patron-unverified-unknown": paying,
  "patron-glitch": paying,
};

function ownMembership(document: Json): Json {
  const isOwn = (item: Json) => item.type === "member" && item.relationships.campaign.data.id === "4410221";
  return document.included?.find(isOwn);
}

const tiersOf = (member: Json): string[] =>
  member.relationships.currently_entitled_tiers.data.map(({ id }: Json) => id);

describe("at Patreon", () => {
  test("the personas are exactly those the product names", async () => {
    const { patreon, twitch } = await control(emulator, "GET /personas");
    expect(patreon.map(({ id }: Json) => id)).toEqual([
      ...Object.keys(patrons).slice(0, -1),
      "patron-deleted",
      "patron-suspended",
      "patron-glitch",
    ]);
    expect(twitch.map(({ id }: Json) => id)).toEqual(Object.keys(viewers));
    const names = [...patreon, ...twitch].map(({ name, displayName }: Json) => name ?? displayName);
    expect(new Set(names).size).toBe(names.length);
  });

  test.each(Object.entries(patrons))("%s is described truly", async (id, row) => {
    const { access_token } = await signIn(emulator, id);
    const answer = await getIdentity(emulator, access_token);
    expect(answer.status).toBe(200);
    const document: Json = await answer.json();
    const member = ownMembership(document);
    const told = member && {
      tiers: tiersOf(member),
      status: member.attributes.patron_status,
      cents: member.attributes.currently_entitled_amount_cents,
      charge: member.attributes.last_charge_status,
    };
    expect(told ?? { tiers: null }).toEqual(row);
    expect("included" in document).toBe(row.tiers !== null);
  });

  test("gifts, trials and yearly payers are marked as such", async () => {
    const marks = async (id: string) => {
      const { access_token } = await signIn(emulator, id);
      return ownMembership(await (await getIdentity(emulator, access_token)).json()).attributes;
    };
    expect(await marks("patron-gifted")).toMatchObject({ is_gifted: true });
    expect(await marks("patron-trial")).toMatchObject({ is_free_trial: true });
    expect(await marks("patron-annual")).toMatchObject({ pledge_cadence: 12, next_charge_date: null });
  });

  test("e-mail verification is true, false or not said", async () => {
    const verified = async (id: string) => {
      const { access_token } = await signIn(emulator, id);
      return ((await (await getIdentity(emulator, access_token)).json()) as Json).data.attributes.is_email_verified;
    };
    expect(await verified("patron-gold")).toBe(true);
    expect(await verified("patron-unverified")).toBe(false);
    expect(await verified("patron-unverified-unknown")).toBeUndefined();
  });

  test("a member of two campaigns shows the other one first", async () => {
    const { access_token } = await signIn(emulator, "patron-multi");
    const document: Json = await (await getIdentity(emulator, access_token)).json();
    const members = document.included.filter(({ type }: Json) => type === "member");
    expect(members.map((member: Json) => member.relationships.campaign.data.id)).toEqual(["7730118", "4410221"]);
  });

  test.each([
    ["patron-deleted", 410],
    ["patron-suspended", 403],
  ])("%s exchanges a code and is then refused with %i as JSON:API", async (id, status) => {
    const { access_token } = await signIn(emulator, id);
    const answer = await getIdentity(emulator, access_token);
    expect(answer.status).toBe(status);
    const { errors }: Json = await answer.json();
    expect(errors[0].status).toBe(String(status));
  });

  test("patron-glitch loses the tier on the second read after a sign-in only", async () => {
    const { access_token } = await signIn(emulator, "patron-glitch");
    const seen = [];
    for (let read = 1; read <= 4; read += 1) {
      seen.push(tiersOf(ownMembership(await (await getIdentity(emulator, access_token)).json())).length);
    }
    expect(seen).toEqual([1, 0, 1, 1]);
  });
});

const viewers: Record<string, { tier: string | null; gift?: boolean; verified?: boolean | undefined }> = {
  "twitch-tier1": { tier: "1000" },
  "twitch-tier2": { tier: "2000" },
  "twitch-tier3": { tier: "3000" },
  "twitch-prime": { tier: "1000" },
  "twitch-gift": { tier: "1000", gift: true },
  "twitch-ended": { tier: null },
  "twitch-never": { tier: null },
  "twitch-broadcaster": { tier: null },
  "twitch-moderator": { tier: null },
  "twitch-editor": { tier: null },
  "twitch-unverified": { tier: "1000", verified: false },
  "twitch-claims-missing": { tier: "1000", verified: undefined },
  "twitch-deleted": { tier: null },
  "twitch-suspended": { tier: "1000" },
  "twitch-renamed": { tier: "1000" },
  "twitch-revoked": { tier: "1000" },
};

describe("at Twitch", () => {
  const living = Object.entries(viewers).filter(([id]) => id !== "twitch-deleted");

  test.each(living)("%s is described truly", async (id, row) => {
    const { access_token } = await signIn(emulator, id);
    const validated: Json = await (await getTwitchId(emulator, access_token, "validate")).json();
    const broadcaster = emulator.settings["TWITCH_BROADCASTER_ID"];
    const path = `subscriptions/user?broadcaster_id=${broadcaster}&user_id=${validated.user_id}`;
    const answer = await getHelix(emulator, access_token, path);
    expect(answer.status).toBe(row.tier === null ? 404 : 200);
    const body: Json = await answer.json();
    expect([body.data?.[0].tier ?? null, body.data?.[0].is_gift ?? false]).toEqual([row.tier, row.gift ?? false]);
    const info: Json = await (await getTwitchId(emulator, access_token, "userinfo")).json();
    expect(info.sub).toBe(validated.user_id);
    expect(info.email_verified).toBe("verified" in row ? row.verified : true);
  });

  test("twitch-deleted gets good tokens that are dead at once", async () => {
    const { access_token, id_token } = await signIn(emulator, "twitch-deleted");
    expect(id_token).toBeTypeOf("string");
    for (const path of ["validate", "userinfo"] as const) {
      expect((await getTwitchId(emulator, access_token, path)).status).toBe(401);
    }
    expect((await getHelix(emulator, access_token, "users")).status).toBe(401);
  });

  test("twitch-suspended has a valid token and no user", async () => {
    const { access_token } = await signIn(emulator, "twitch-suspended");
    expect((await getTwitchId(emulator, access_token, "validate")).status).toBe(200);
    expect(await (await getHelix(emulator, access_token, "users")).json()).toEqual({ data: [] });
  });

  test("twitch-renamed keeps the id and changes the name from sign-in to sign-in", async () => {
    await control(emulator, "POST /reset");
    const seen = [];
    for (let round = 1; round <= 3; round += 1) {
      const { access_token } = await signIn(emulator, "twitch-renamed");
      const { data }: Json = await (await getHelix(emulator, access_token, "users")).json();
      seen.push(`${data[0].id} ${data[0].login} ${data[0].display_name}`);
    }
    expect(seen).toEqual([
      "820441715 oldtownorgan OldTownOrgan",
      "820441715 newtownorgan NewTownOrgan",
      "820441715 oldtownorgan OldTownOrgan",
    ]);
  });

  test("twitch-revoked signs in, and after the revocation nothing of it works", async () => {
    const { access_token, refresh_token } = await signIn(emulator, "twitch-revoked");
    expect((await getTwitchId(emulator, access_token, "validate")).status).toBe(200);
    await control(emulator, "POST /personas/twitch-revoked/revoke");
    expect((await getTwitchId(emulator, access_token, "validate")).status).toBe(401);
    const form = { grant_type: "refresh_token", refresh_token };
    const refreshed = await postToken(emulator, "twitch", form);
    expect(refreshed.status).toBe(400);
    expect(await refreshed.json()).toEqual({ status: 400, message: "Invalid refresh token" });
  });
});
