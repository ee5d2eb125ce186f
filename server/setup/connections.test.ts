// Studio > Settings: the creator or the broadcaster connects again, and the second provider is added later.
import { describe, expect, it } from "vitest";
import type { Problem } from "#contract/problem.ts";
import type { Connections, Settings } from "#contract/setup.ts";
import type { Site } from "#contract/site.ts";
import type { HistoryEntry } from "#contract/studio.ts";
import { openTestArchive, type TestArchive } from "#server/testing/archive.ts";
import type { Browser } from "#server/testing/browser.ts";
import { addPlayed } from "#server/testing/songs.ts";
import { getSetUpLink } from "./link.ts";
import { saveStored } from "./stored.ts";

const patreonClient = { client_id: "stand-in-patreon-client-id", client_secret: "stand-in-patreon-client-secret" };
const twitchClient = { client_id: "standintwitchclientid000000000", client_secret: "standintwitchclientsecret00000" };
const campaign_id = "4410221";
const [bronze, gold] = ["20550101", "20550102"];

const at = (provider: string) => `/api/settings/connections/${provider}`;
const readConnections = async (owner: Browser) => (await owner.ask<Connections>("GET /api/settings/connections")).body;
const readProblem = async (owner: Browser) => (await owner.ask<Settings>("GET /api/settings")).body.patreon?.problem;

describe("an open archive", () => {
  it("is connected with Patreon again after the creator withdrew the permission", async () => {
    await using archive = await openTestArchive({ isNew: true });
    const owner = await setUpWithPatreon(archive);
    await archive.control("POST personas/patron-owner/revoke", {});
    expect(await readProblem(owner)).toContain("no permission from the creator. Connect as the creator again");

    const back = await connect(owner, "patreon", { persona: "patron-owner" });
    expect(back).toBe(`${archive.url}/studio/settings/access`);
    expect((await readConnections(owner)).patreon).toMatchObject({
      is_set_up: true,
      connected_as: "Rosalind Achterberg",
      campaigns: [{ name: "Lamp Room Sessions" }],
    });
    // nothing counts before it is saved
    expect(await readProblem(owner)).toContain("no permission from the creator");
    const none = await owner.ask<Problem>(`PUT ${at("patreon")}/tiers`, { campaign_id, tier_ids: [] });
    expect(none.body.detail).toBe("Choose at least one tier. Its members may watch.");
    const foreign = await owner.ask<Problem>(`PUT ${at("patreon")}/tiers`, {
      campaign_id: "7730118",
      tier_ids: [gold],
    });
    expect(foreign.body.detail).toBe("This campaign belongs to somebody else. Connect with the account that owns it.");
    expect((await owner.ask(`PUT ${at("patreon")}/tiers`, { campaign_id, tier_ids: [bronze] })).status).toBe(200);

    expect(await readProblem(owner)).toBeNull();
    expect((await readConnections(owner)).patreon.connected_as).toBeNull();
    expect(await mayWatch(archive, "patron-bronze")).toBe(true);
    expect(await mayWatch(archive, "patron-gold")).toBe(false);
    // the new webhook has the secret that we keep
    const { fired } = (await archive.control("POST personas/patron-bronze", { tier: null, fire: true })) as {
      fired: { state: string }[];
    };
    expect(fired).toMatchObject([{ state: "delivered" }]);
    const { body } = await owner.ask<{ entries: HistoryEntry[] }>("GET /api/history?kind=settings");
    expect(body.entries[0]).toMatchObject({ sentence: "Connected the archive with Patreon.", can_undo: false });
  });

  it("gets Twitch as a second login, and the broadcaster is an owner, too", async () => {
    await using archive = await openTestArchive({ isNew: true });
    const owner = await setUpWithPatreon(archive);
    const early = await owner.ask<Problem>(`POST ${at("twitch")}/connect`, {});
    expect([early.status, early.body.detail]).toEqual([409, "Enter the client id and secret of Twitch first."]);
    const wrong = await owner.ask<Problem>(`PUT ${at("twitch")}`, { ...twitchClient, client_secret: "wrong" });
    expect([wrong.status, wrong.body.detail]).toEqual([400, expect.stringContaining("Twitch does not accept")]);
    expect((await owner.ask(`PUT ${at("twitch")}`, twitchClient)).status).toBe(200);
    await connect(owner, "twitch", { persona: "twitch-never" });
    expect((await readConnections(owner)).twitch.problem).toContain("MossAndMarble has no subscriptions");
    await connect(owner, "twitch", { persona: "twitch-broadcaster" });
    expect((await readSite(archive)).twitch).toBeNull();
    expect((await owner.ask(`PUT ${at("twitch")}/tiers`, { min_tier: "2000" })).status).toBe(200);

    expect((await readSite(archive)).twitch).not.toBeNull();
    expect(await mayWatch(archive, "twitch-tier1")).toBe(false);
    expect(await mayWatch(archive, "twitch-tier2")).toBe(true);
    expect(await mayWatch(archive, "patron-gold")).toBe(true);
    const broadcaster = await signIn(archive, "twitch-broadcaster");
    expect(await broadcaster.whoAmI()).toMatchObject({ is_owner: true });
    expect(await owner.whoAmI()).toMatchObject({ is_owner: true });
    await expect
      .poll(async () => {
        const list = (await archive.control("GET subscriptions")) as { status: string }[];
        return list.filter(({ status }) => status === "enabled").length;
      })
      .toBe(5);

    // the broadcaster has also allowed the markers of streams to be read
    const memberId = (await owner.whoAmI())?.id ?? "";
    const id = await addPlayed(archive.parts.db, { memberId, now: new Date() });
    const readMarkers = () => owner.ask<Problem>(`POST /api/video/v/${id}/set-list/twitch`, { video: "335921245" });
    expect(await readMarkers()).toMatchObject({ status: 200, body: { markers: 3 } });
    const keep = async (token: string) => {
      await saveStored(archive.parts.db, archive.parts, { TWITCH_BROADCASTER_TOKEN: token });
      await archive.parts.settings.reload();
    };
    const scopes = ["channel:read:subscriptions"];
    const older = await archive.control("POST tokens", { persona: "twitch-broadcaster", scopes });
    for (const token of ["", (older as { access_token: string }).access_token]) {
      await keep(token);
      const { status, body } = await readMarkers();
      expect([status, body.detail]).toEqual([409, expect.stringContaining("is older than this feature")]);
    }
    await archive.control("POST personas/twitch-broadcaster/revoke", {});
    expect((await readMarkers()).body.detail).toContain("Twitch no longer accepts the broadcaster's permission.");
  });

  it("forgets a connection that was not saved, and works as before", async () => {
    await using archive = await openTestArchive({ isNew: true });
    const owner = await setUpWithPatreon(archive);
    await connect(owner, "patreon", { persona: "patron-owner" });
    expect((await owner.ask(`DELETE ${at("patreon")}`)).status).toBe(200);
    expect((await readConnections(owner)).patreon).toMatchObject({ client_id: null, connected_as: null });
    const late = await owner.ask<Problem>(`PUT ${at("patreon")}/tiers`, { campaign_id, tier_ids: [gold] });
    expect([late.status, late.body.detail]).toEqual([409, "Connect with Patreon first."]);
    expect(await readProblem(owner)).toBeNull();
  });

  it("takes the answer of a provider only in the owner's browser", async () => {
    await using archive = await openTestArchive({ isNew: true });
    const owner = await setUpWithPatreon(archive);
    const member = await signIn(archive, "patron-gold");
    const address = await findRedirect(owner, "patreon", { persona: "patron-owner" });
    for (const browser of [archive.openBrowser(), member]) {
      const { headers } = await browser.visit(address);
      expect(headers.get("location")).toContain("problem=");
    }
    expect((await readConnections(owner)).patreon.connected_as).toBeNull();
    expect((await member.ask("GET /api/settings/connections")).status).toBe(403);
    expect((await member.ask(`POST ${at("patreon")}/connect`, {})).status).toBe(403);
  });

  it("needs a login of the last minutes to be connected", async () => {
    await using archive = await openTestArchive({ isNew: true });
    const owner = await setUpWithPatreon(archive);
    archive.advance(16 * 60_000);
    const { status, body } = await owner.ask<Problem>(`POST ${at("patreon")}/connect`, {});
    expect([status, body.code]).toEqual([401, "sign-in-again"]);
  });
});

it("a provider that the environment sets cannot be connected in the browser", async () => {
  await using archive = await openTestArchive({ isNew: true, env: { TWITCH_EVENTSUB_SECRET: "a secret of Twitch" } });
  const owner = await setUpWithPatreon(archive);
  expect(await readConnections(owner)).toMatchObject({ patreon: { is_fixed: false }, twitch: { is_fixed: true } });
  const { status, body } = await owner.ask<Problem>(`PUT ${at("twitch")}`, twitchClient);
  expect([status, body.detail]).toEqual([409, expect.stringContaining("TWITCH_EVENTSUB_SECRET is set in the server")]);
});

async function setUpWithPatreon(archive: TestArchive): Promise<Browser> {
  const browser = archive.openBrowser();
  const [, key = ""] = (await getSetUpLink(archive.parts)).split("#");
  await browser.ask("POST /api/setup/session", { key });
  await browser.ask("PUT /api/setup/provider/patreon", patreonClient);
  const { body } = await browser.ask<{ authorize_url: string }>("POST /api/setup/provider/patreon/connect", {});
  await browser.visit(await follow(body.authorize_url, { persona: "patron-owner" }));
  await browser.ask("PUT /api/setup/tiers/patreon", { campaign_id, tier_ids: [gold] });
  expect((await browser.ask("POST /api/setup/open", { trash_demo: false })).status).toBe(200);
  return signIn(archive, "patron-owner");
}

async function connect(owner: Browser, provider: string, extra: Record<string, string>): Promise<string | null> {
  const { status, headers } = await owner.visit(await findRedirect(owner, provider, extra));
  expect(status).toBe(303);
  return headers.get("location");
}

async function findRedirect(owner: Browser, provider: string, extra: Record<string, string>): Promise<string> {
  const { status, body } = await owner.ask<{ authorize_url: string }>(`POST ${at(provider)}/connect`, {});
  expect(status).toBe(200);
  return follow(body.authorize_url, extra);
}

/** What the provider's page does when somebody allows it. */
async function follow(authorizeUrl: string, extra: Record<string, string>): Promise<string> {
  const response = await fetch(`${authorizeUrl}&${new URLSearchParams(extra)}`, { redirect: "manual" });
  return response.headers.get("location") ?? "";
}

async function signIn(archive: TestArchive, persona: string): Promise<Browser> {
  const browser = archive.openBrowser();
  await browser.signIn(persona);
  return browser;
}

async function mayWatch(archive: TestArchive, persona: string): Promise<boolean | undefined> {
  return (await (await signIn(archive, persona)).whoAmI())?.can_view;
}

async function readSite(archive: TestArchive): Promise<Site> {
  return (await archive.openBrowser().ask<Site>("GET /api/site")).body;
}
