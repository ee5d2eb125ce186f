// Studio > Settings: changes count at once, on every server, and only where the environment leaves them open.
import { mkdtempDisposable } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import type { Problem } from "#contract/problem.ts";
import type { Settings } from "#contract/setup.ts";
import type { Site } from "#contract/site.ts";
import { startArchive } from "#server/main.ts";
import { openTestArchive, type TestArchive } from "#server/testing/archive.ts";
import { createBrowser, type Browser } from "#server/testing/browser.ts";
import { findFreePort } from "#server/testing/free-port.ts";
import { saveStored } from "./stored.ts";

const [free, bronze, gold] = ["20550100", "20550101", "20550102"];

describe("a change of the settings", () => {
  it("of the tiers counts on a second server within 5 seconds, without a restart", async () => {
    await using one = await openTestArchive({ kind: "postgres" });
    await using folder = await mkdtempDisposable(path.join(tmpdir(), "stagedoor-second-"));
    const port = await findFreePort();
    const environment = {
      PORT: String(port),
      PUBLIC_URL: one.url,
      DATA_DIR: folder.path,
      DATABASE_URL: one.config.databaseUrl ?? "",
      MASTER_KEY_FILE: path.join(one.config.dataDir, "secrets", "master.key"),
      LOG_LEVEL: "silent",
      DEMO_CONTENT: "off",
    };
    const standIns = { settings: one.emulator.settings };
    await using _two = await startArchive(environment, { pageFolder: null, role: "web", standIns });
    const atTwo = async (persona: string) => {
      const browser = await signIn(one, persona);
      const other = createBrowser(`http://localhost:${port}`);
      for (const [name, value] of browser.cookies) other.cookies.set(name, value);
      return other;
    };
    const [owner, gains, loses] = [
      await signIn(one, "patron-owner"),
      await atTwo("patron-bronze"),
      await atTwo("patron-gold"),
    ];
    expect([await mayWatch(gains), await mayWatch(loses)]).toEqual([false, true]);

    expect((await owner.ask("PUT /api/settings", {})).status).toBe(200);
    const began = performance.now();
    const { status } = await owner.ask("PUT /api/settings", { name: "Lamp Room", tier_ids: [bronze] });
    expect(status).toBe(200);
    while (!(await mayWatch(gains)) || (await mayWatch(loses))) {
      if (performance.now() - began > 5000) throw new Error("it took longer than 5 seconds");
      await sleep(5);
    }
    console.log(`a changed tier counted on the second server after ${Math.round(performance.now() - began)} ms`);
    expect((await gains.ask<Site>("GET /api/site")).body.name).toBe("Lamp Room");
    // what the provider says at the next check is judged by the new tiers, too
    await gains.ask("POST /api/user/check", {});
    expect(await mayWatch(gains)).toBe(true);
  }, 120_000);

  it("of the tier at Twitch counts at once for those who are logged in", async () => {
    await using archive = await openTestArchive();
    const owner = await signIn(archive, "patron-owner");
    const [one, two] = [await signIn(archive, "twitch-tier1"), await signIn(archive, "twitch-tier2")];
    await owner.ask("PUT /api/settings", { min_tier: "2000" });
    expect([await mayWatch(one), await mayWatch(two)]).toEqual([false, true]);
    await owner.ask("PUT /api/settings", { min_tier: "1000" });
    expect([await mayWatch(one), await mayWatch(two)]).toEqual([true, true]);
  });

  it("is undone to what counted before anything was stored, as in the demo", async () => {
    await using archive = await openTestArchive();
    const owner = await signIn(archive, "patron-owner");
    const member = await signIn(archive, "patron-gold");
    const changed = await owner.ask<{ change: string }>("PUT /api/settings", { tier_ids: [bronze] });
    expect([changed.status, await mayWatch(member)]).toEqual([200, false]);
    const undone = await owner.ask("POST /api/history/undo", { changes: [changed.body.change] });
    expect([undone.status, await mayWatch(member)]).toEqual([200, true]);
  });

  it("is refused where the environment sets it, and nothing of it is kept", async () => {
    await using archive = await openTestArchive({ env: { ARCHIVE_NAME: "Fixed" } });
    const owner = await signIn(archive, "patron-owner");
    const { status, body } = await owner.ask<Problem>("PUT /api/settings", { name: "Other", tier_ids: [free] });
    expect([status, body.detail]).toEqual([409, "ARCHIVE_NAME is set in the server's settings file. Change it there."]);
    const { body: settings } = await owner.ask<Settings>("GET /api/settings");
    expect(settings.name).toEqual({ value: "Fixed", is_fixed: true });
    expect(settings.patreon?.tier_ids).toEqual({ value: [gold], is_fixed: false });
  });

  it("is stored by the name of its setting, and a secret is sealed", async () => {
    await using archive = await openTestArchive();
    const owner = await signIn(archive, "patron-owner");
    await owner.ask("PUT /api/settings", { tier_ids: [bronze, gold] });
    await saveStored(archive.parts.db, archive.parts, { TWITCH_EVENTSUB_SECRET: "a secret of Twitch" });
    const rows = await archive.parts.db.selectFrom("setting").select(["name", "value"]).orderBy("name").execute();
    expect(rows).toMatchObject([
      { name: "PATREON_TIER_IDS", value: `${bronze},${gold}` },
      { name: "PATREON_TIER_TITLE", value: "Bronze" },
      { name: "TWITCH_EVENTSUB_SECRET" },
    ]);
    expect(rows[2]?.value).not.toContain("secret");
    expect(archive.parts.config.twitch?.eventSubSecret).not.toBe("a secret of Twitch");
    await archive.parts.settings.reload();
    expect(archive.parts.config.twitch?.eventSubSecret).toBe("a secret of Twitch");
  });

  it("needs the owner", async () => {
    await using archive = await openTestArchive();
    const editor = await signIn(archive, "patron-editor");
    expect((await editor.ask("GET /api/settings")).status).toBe(403);
    expect((await editor.ask("PUT /api/settings", { name: "Mine" })).status).toBe(403);
  });
});

describe("the settings say", () => {
  it("that a tier was deleted, or that Patreon has paused the webhook, which can be resumed", async () => {
    await using archive = await openTestArchive();
    const owner = await signIn(archive, "patron-owner");
    const read = async () => (await owner.ask<Settings>("GET /api/settings")).body.patreon;
    expect(await read()).toMatchObject({ problem: null, can_resume: false, campaign: { name: "Lamp Room Sessions" } });
    await archive.control("POST campaign", { pauseWebhooks: true });
    expect(await read()).toMatchObject({
      problem:
        "Patreon has stopped reporting changes: it paused the webhook after 7 failed tries. Resume the webhook here.",
      can_resume: true,
    });
    expect((await owner.ask("POST /api/settings/webhook", {})).status).toBe(200);
    expect(await read()).toMatchObject({ problem: null, can_resume: false });
    await archive.control("POST campaign", { deleteTier: gold });
    expect((await read())?.problem).toContain(`The tier ${gold} no longer exists at Patreon`);
    const { body } = await owner.ask<Problem>("PUT /api/settings", { tier_ids: [gold] });
    expect(body.detail).toContain("no longer exists");
  });

  it("that the creator's permission is gone", async () => {
    await using archive = await openTestArchive();
    const owner = await signIn(archive, "patron-owner");
    await archive.control("POST personas/patron-owner/revoke", {});
    const { body } = await owner.ask<Settings>("GET /api/settings");
    expect(body.patreon?.problem).toContain("no permission from the creator");
  });

  it("when Patreon was last heard", async () => {
    await using archive = await openTestArchive();
    const owner = await signIn(archive, "patron-owner");
    expect((await owner.ask<Settings>("GET /api/settings")).body.patreon?.heard_at).toBeNull();
    await archive.control("POST personas/patron-bronze", { tier: "gold", fire: true });
    expect((await owner.ask<Settings>("GET /api/settings")).body.patreon?.heard_at).toMatch(/^20/);
  });
});

async function signIn(archive: TestArchive, persona: string): Promise<Browser> {
  const browser = archive.openBrowser();
  await browser.signIn(persona);
  return browser;
}

async function mayWatch(browser: Browser): Promise<boolean> {
  return (await browser.whoAmI())?.can_view ?? false;
}
