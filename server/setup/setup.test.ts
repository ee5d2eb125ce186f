// Set-up from the link to an open archive, against the emulated Patreon and Twitch.
import { request } from "node:http";
import { describe, expect, it } from "vitest";
import type { Problem } from "#contract/problem.ts";
import type { SetUp } from "#contract/setup.ts";
import type { Site } from "#contract/site.ts";
import { addVideo } from "#server/library/add.ts";
import { openTestArchive, type TestArchive } from "#server/testing/archive.ts";
import type { Browser } from "#server/testing/browser.ts";
import { getSetUpLink } from "./link.ts";
import { askOwnAddress } from "./reach.ts";
import { changeLibrary } from "#server/library/version.ts";

const patreonClient = { client_id: "stand-in-patreon-client-id", client_secret: "stand-in-patreon-client-secret" };
const twitchClient = { client_id: "standintwitchclientid000000000", client_secret: "standintwitchclientsecret00000" };
const campaign = "4410221";
const [bronze, gold] = ["20550101", "20550102"];

describe("the set-up link", () => {
  it("works once, and only with its key", async () => {
    await using archive = await openTestArchive({ isNew: true });
    const key = await findKey(archive);
    const stranger = archive.openBrowser();
    expect((await stranger.ask("GET /api/setup")).status).toBe(401);
    expect((await stranger.ask("POST /api/setup/session", { key: `${key}x` })).status).toBe(403);
    const owner = archive.openBrowser();
    expect((await owner.ask("POST /api/setup/session", { key })).status).toBe(200);
    expect((await owner.ask("GET /api/setup")).status).toBe(200);
    const second = await stranger.ask<Problem>("POST /api/setup/session", { key });
    expect(second.status).toBe(403);
    expect(second.body.detail).toContain("setup-link");
    expect((await stranger.ask("GET /api/setup")).status).toBe(401);
  });

  it("is the same each time it is printed until it is used, and ends a day after the last time", async () => {
    await using archive = await openTestArchive({ isNew: true });
    const hourMs = 3_600_000;
    const first = await findKey(archive);
    archive.advance(20 * hourMs);
    expect(await Promise.all([findKey(archive), findKey(archive)])).toEqual([first, first]);
    archive.advance(20 * hourMs);
    const browser = archive.openBrowser();
    expect((await browser.ask("POST /api/setup/session", { key: first })).status).toBe(200);
    const second = await findKey(archive);
    expect(second).not.toBe(first);
    archive.advance(25 * hourMs);
    expect((await browser.ask("POST /api/setup/session", { key: second })).status).toBe(403);
    const third = await findKey(archive);
    expect(third).not.toBe(second);
    expect((await browser.ask("POST /api/setup/session", { key: third })).status).toBe(200);
  });

  it("works from any address, where nothing else does", async () => {
    await using archive = await openTestArchive({ isNew: true });
    const browser = archive.openBrowser();
    const key = await findKey(archive);
    const askElsewhere = (path: string) => askAs("archive.example", archive.url + path);
    expect(await askElsewhere("/api/setup")).toBe(401);
    expect(await askElsewhere("/api/video/list")).toBe(421);
    expect(await askElsewhere("/api/site")).toBe(421);
    await setUpPatreon(archive, browser, { key });
    expect((await browser.ask("POST /api/setup/open", { trash_demo: false })).status).toBe(200);
    expect(await askElsewhere("/api/setup")).toBe(421);
    expect((await browser.ask("GET /api/setup")).status).toBe(404);
    await expect(getSetUpLink(archive.parts)).rejects.toThrow("no page at this address");
  });
});

describe("set-up with Patreon", () => {
  it("ends the demo, and who connected is the owner", async () => {
    await using archive = await openTestArchive({ isNew: true });
    const demo = archive.openBrowser();
    await demo.signIn("patron-gold");
    expect(await demo.whoAmI()).toMatchObject({ can_view: true });

    const browser = await openSetUp(archive);
    const { body: named } = await browser.ask<{ set_up: SetUp; move_to: string | null }>("PUT /api/setup/archive", {
      name: "Lamp Room",
      address: archive.url,
    });
    expect(named).toMatchObject({ move_to: null, set_up: { name: "Lamp Room" } });
    const before = await setUpPatreon(archive, browser, { tiers: [bronze] });
    expect(before.patreon.campaigns[0]).toMatchObject({
      name: "Lamp Room Sessions",
      tiers: [
        { title: "Free", is_free: true, patrons: 1 },
        { title: "Bronze", amount_cents: 300, patrons: 1 },
        { title: "Gold", amount_cents: 1000 },
      ],
    });
    expect((await browser.ask("POST /api/setup/open", { trash_demo: true })).status).toBe(200);

    expect((await browser.ask<Site>("GET /api/site")).body).toMatchObject({
      name: "Lamp Room",
      demo: false,
      twitch: null,
    });
    // the people of the demo are gone
    expect(await demo.whoAmI()).toBeNull();
    const owner = archive.openBrowser();
    await owner.signIn("patron-owner");
    expect(await owner.whoAmI()).toMatchObject({ is_owner: true });
    const member = archive.openBrowser();
    await member.signIn("patron-bronze");
    expect(await member.whoAmI()).toMatchObject({ can_view: true });
    const other = archive.openBrowser();
    await other.signIn("patron-gold");
    expect(await other.whoAmI()).toMatchObject({ can_view: false });
    // Patreon's webhook has the secret that we keep
    const { fired } = (await archive.control("POST personas/patron-bronze", { tier: null, fire: true })) as {
      fired: { state: string }[];
    };
    expect(fired).toMatchObject([{ state: "delivered" }]);
  });

  it("moves the recordings of the demo to the trash, if the owner wants that, and no others", async () => {
    await using archive = await openTestArchive({ isNew: true });
    const { db } = archive.parts;
    const titles = { "Of the demo": "demo-opening-night.mp4", Own: "own.mp4" };
    for (const [title, name] of Object.entries(titles))
      await changeLibrary(db, async (trx) => {
        const said = { title, addDate: new Date(), state: "published", memberId: null } as const;
        const video_id = await addVideo(trx, said, new Date());
        const row = { video_id, sha256: title, bytes: 1, name, facts: "{}", loudness: null, problem: null };
        await trx
          .insertInto("recording")
          .values({ ...row, taken_in_at: new Date() })
          .execute();
      });
    const browser = await openSetUp(archive);
    expect((await setUpPatreon(archive, browser)).demo_recordings).toBe(1);
    expect((await browser.ask("POST /api/setup/open", { trash_demo: true })).status).toBe(200);
    const left = await db.selectFrom("video").select("title").where("trashed_at", "is", null).execute();
    expect(left).toEqual([{ title: "Own" }]);
  });

  it("is opened once, however often it is sent: one webhook, and its secret is the one that is kept", async () => {
    await using archive = await openTestArchive({ isNew: true });
    const browser = await openSetUp(archive);
    await setUpPatreon(archive, browser, { tiers: [bronze] });
    const open = async () => (await browser.ask("POST /api/setup/open", { trash_demo: false })).status;
    const statuses = await Promise.all(Array.from({ length: 10 }, open));
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    // being opened, opened a moment before, or too late for this browser
    expect(statuses.filter((status) => ![200, 401, 404, 409].includes(status))).toEqual([]);
    const { db } = archive.parts;
    expect(await db.selectFrom("audit").select("id").where("kind", "=", "set-up").execute()).toHaveLength(1);
    const own = (await archive.control("POST campaign", {})) as { webhooks: { uri: string }[] };
    expect(own.webhooks.filter(({ uri }) => uri === `${archive.url}/api/webhooks/patreon`)).toHaveLength(1);
    const member = archive.openBrowser();
    await member.signIn("patron-bronze");
    const { fired } = (await archive.control("POST personas/patron-bronze", { tier: null, fire: true })) as {
      fired: { state: string }[];
    };
    expect(fired).toMatchObject([{ state: "delivered" }]);
  });

  it("connects once, however often the browser sends the redirect", async () => {
    await using archive = await openTestArchive({ isNew: true });
    const browser = await openSetUp(archive);
    await browser.ask("PUT /api/setup/provider/patreon", patreonClient);
    const { body } = await browser.ask<{ authorize_url: string }>("POST /api/setup/provider/patreon/connect", {});
    const response = await fetch(`${body.authorize_url}&persona=patron-owner`, { redirect: "manual" });
    const address = response.headers.get("location") ?? "";
    const replies = await Promise.all(Array.from({ length: 5 }, async () => browser.visit(address)));
    expect(replies.map(({ headers }) => headers.get("location"))).toEqual(
      Array.from(replies, () => expect.stringMatching(/\/setup$/)),
    );
    const { patreon } = (await browser.ask<SetUp>("GET /api/setup")).body;
    expect(patreon).toMatchObject({ problem: null, connected_as: expect.any(String) });
  });

  it("names a wrong secret, and keeps nothing of it", async () => {
    await using archive = await openTestArchive({ isNew: true });
    const browser = await openSetUp(archive);
    const { status, body } = await browser.ask<Problem>("PUT /api/setup/provider/patreon", {
      ...patreonClient,
      client_secret: "not the secret",
    });
    expect([status, body.detail]).toEqual([
      400,
      "Patreon does not accept this client id and secret. Copy both again from Patreon's page.",
    ]);
    expect((await browser.ask<SetUp>("GET /api/setup")).body.patreon.client_id).toBeNull();
  });

  it("names an account without a campaign, and a permission that was not given", async () => {
    await using archive = await openTestArchive({ isNew: true });
    const browser = await openSetUp(archive);
    await browser.ask("PUT /api/setup/provider/patreon", patreonClient);
    await connect(browser, "patreon", { persona: "patron-gold" });
    const { body: other } = await browser.ask<SetUp>("GET /api/setup");
    expect(other.patreon.problem).toBe(
      "The Patreon account Marta Lindqvist has no campaign. Connect with the account that owns the campaign.",
    );
    await connect(browser, "patreon", { deny: "1" });
    const { body: denied } = await browser.ask<SetUp>("GET /api/setup");
    expect(denied.patreon.problem).toContain("did not allow the connection at Patreon");
    expect(denied.patreon.connected_as).toBeNull();
  });

  it("names somebody else's campaign, a deleted tier, and a withdrawn permission", async () => {
    await using archive = await openTestArchive({ isNew: true });
    const browser = await openSetUp(archive);
    await browser.ask("PUT /api/setup/provider/patreon", patreonClient);
    await connect(browser, "patreon", { persona: "patron-owner" });
    const choose = async (campaign_id: string, tier_ids: string[]) =>
      (await browser.ask<Problem>("PUT /api/setup/tiers/patreon", { campaign_id, tier_ids })).body.detail;
    expect(await choose("7730118", [gold])).toBe(
      "This campaign belongs to somebody else. Connect with the account that owns it.",
    );
    expect(await choose(campaign, [])).toBe("Choose at least one tier. Its members may watch.");
    expect(await choose(campaign, [gold, bronze])).toBeUndefined();
    await archive.control("POST campaign", { deleteTier: bronze });
    const open = async () => (await browser.ask<Problem>("POST /api/setup/open", { trash_demo: false })).body.detail;
    expect(await open()).toContain(`The tier ${bronze} no longer exists at Patreon`);
    expect(await choose(campaign, [gold])).toBeUndefined();
    await archive.control("POST personas/patron-owner/revoke", {});
    expect(await open()).toBe("Patreon says that the permission was withdrawn. Connect with Patreon again.");
    // nothing half-made: it is still the demo
    expect((await browser.ask<Site>("GET /api/site")).body.demo).toBe(true);
  });

  it("says that Patreon does not answer", async () => {
    await using archive = await openTestArchive({ isNew: true });
    const browser = await openSetUp(archive);
    await archive.control("POST faults", { route: "* /patreon", kind: "error-500" });
    const { body } = await browser.ask<Problem>("PUT /api/setup/provider/patreon", patreonClient);
    expect(body.detail).toBe("Patreon does not answer at the moment. Please try again in a few minutes.");
  });
});

describe("set-up with Twitch", () => {
  it("finds the channel, asks for its tier, and Twitch reports changes afterwards", async () => {
    await using archive = await openTestArchive({ isNew: true });
    const browser = await openSetUp(archive);
    expect((await browser.ask("PUT /api/setup/provider/twitch", twitchClient)).status).toBe(200);
    await connect(browser, "twitch", { persona: "twitch-broadcaster" });
    expect((await browser.ask("PUT /api/setup/tiers/twitch", { min_tier: "2000" })).status).toBe(200);
    expect((await browser.ask<SetUp>("GET /api/setup")).body.twitch).toMatchObject({
      connected_as: "LampRoomLive",
      is_ready: true,
    });
    expect((await browser.ask("POST /api/setup/open", { trash_demo: false })).status).toBe(200);
    const seen = async (persona: string) => {
      const visitor = archive.openBrowser();
      await visitor.signIn(persona);
      return (await visitor.whoAmI())?.can_view;
    };
    expect(await seen("twitch-tier1")).toBe(false);
    expect(await seen("twitch-tier2")).toBe(true);
    await expect
      .poll(async () => {
        const list = (await archive.control("GET subscriptions")) as { type: string; status: string }[];
        return list.filter(({ status }) => status === "enabled").length;
      })
      .toBe(5);
  });

  it("names a wrong secret, a channel without subscriptions, and a withdrawn permission", async () => {
    await using archive = await openTestArchive({ isNew: true });
    const browser = await openSetUp(archive);
    const wrong = await browser.ask<Problem>("PUT /api/setup/provider/twitch", { ...twitchClient, client_secret: "x" });
    expect(wrong.body.detail).toContain("Twitch does not accept this client id and secret");
    await browser.ask("PUT /api/setup/provider/twitch", twitchClient);
    await connect(browser, "twitch", { persona: "twitch-never" });
    expect((await browser.ask<SetUp>("GET /api/setup")).body.twitch.problem).toContain(
      "MossAndMarble has no subscriptions",
    );
    await connect(browser, "twitch", { persona: "twitch-broadcaster" });
    await browser.ask("PUT /api/setup/tiers/twitch", { min_tier: "1000" });
    await archive.control("POST personas/twitch-broadcaster/revoke", {});
    const { body } = await browser.ask<Problem>("POST /api/setup/open", { trash_demo: false });
    expect(body.detail).toBe("Twitch says that the permission was withdrawn. Connect with Twitch again.");
  });
});

describe("the address", () => {
  it("is refused when the archive does not answer there", async () => {
    await using archive = await openTestArchive({ isNew: true });
    const browser = await openSetUp(archive);
    const tell = async (address: string) =>
      (await browser.ask<Problem>("PUT /api/setup/archive", { name: "A", address })).body.detail;
    expect(await tell("http://archive.example")).toContain("must begin with https://");
    expect(await tell("archive")).toContain("must be an address such as");
    expect(await tell(`${archive.url}/videos`)).toContain("must not have a path");
    expect(await tell(archive.emulator.origin)).toContain("is an address of this machine or its own network");
    const ask = (address: string) => askOwnAddress(archive.parts, address);
    await expect(ask("http://localhost:9")).rejects.toThrow("could not be reached at http://localhost:9");
    await expect(ask(archive.emulator.origin)).rejects.toThrow("Something else answers");
  });

  it("of another name gets a link of its own, because cookies belong to one address", async () => {
    await using archive = await openTestArchive({ isNew: true });
    const browser = await openSetUp(archive);
    const address = archive.url.replace("localhost", "127.0.0.1");
    const { body } = await browser.ask<{ move_to: string }>("PUT /api/setup/archive", { name: "A", address });
    expect(body.move_to).toMatch(new RegExp(`^${address}/setup#.{43}$`));
  });
});

/** fetch does not let anybody choose the Host header. */
async function askAs(host: string, address: string): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const asking = request(address, { headers: { host } }, (answer) => {
    answer.resume();
    resolve(answer.statusCode ?? 0);
  });
  asking.on("error", reject).end();
  return promise;
}

async function findKey(archive: TestArchive): Promise<string> {
  const [, key = ""] = (await getSetUpLink(archive.parts)).split("#");
  return key;
}

async function openSetUp(archive: TestArchive, browser = archive.openBrowser(), key?: string): Promise<Browser> {
  const { status } = await browser.ask("POST /api/setup/session", { key: key ?? (await findKey(archive)) });
  expect(status).toBe(200);
  return browser;
}

/** As the page does it: to the provider, whose redirect comes back to us. */
async function connect(browser: Browser, provider: string, extra: Record<string, string>): Promise<void> {
  const { body } = await browser.ask<{ authorize_url: string }>(`POST /api/setup/provider/${provider}/connect`, {});
  const response = await fetch(`${body.authorize_url}&${new URLSearchParams(extra)}`, { redirect: "manual" });
  const { status, headers } = await browser.visit(response.headers.get("location") ?? "");
  expect([status, headers.get("location")]).toEqual([303, expect.stringMatching(/\/setup$/)]);
}

async function setUpPatreon(
  archive: TestArchive,
  browser: Browser,
  { key, tiers = [gold] }: { key?: string; tiers?: string[] } = {},
): Promise<SetUp> {
  if (key) await openSetUp(archive, browser, key);
  expect((await browser.ask("PUT /api/setup/provider/patreon", patreonClient)).status).toBe(200);
  await connect(browser, "patreon", { persona: "patron-owner" });
  const { status, body } = await browser.ask<SetUp>("PUT /api/setup/tiers/patreon", {
    campaign_id: campaign,
    tier_ids: tiers,
  });
  expect(status).toBe(200);
  return body;
}
