// Levels over HTTP: what members of two levels are told, what the owner and editors set, early access, and two servers.
import { mkdtempDisposable, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Answer } from "#contract/api.ts";
import type { Problem } from "#contract/problem.ts";
import type { HistoryEntry } from "#contract/studio.ts";
import type { Video, VideoInList } from "#contract/video.ts";
import { saveAssets } from "#server/library/recording.ts";
import { addVideo } from "#server/library/add.ts";
import { startArchive } from "#server/main.ts";
import { keepFile, makeScratch } from "#server/media/store/store.ts";
import { openTestArchive, type TestArchive } from "#server/testing/archive.ts";
import { createBrowser, type Browser } from "#server/testing/browser.ts";
import { findFreePort } from "#server/testing/free-port.ts";
import { changeLibrary } from "#server/library/version.ts";

const [bronze, gold] = ["20550101", "20550102"];
const above = [{ id: "gold", name: "Gold", patreonTierIds: [gold], twitchTier: "3000" }];

describe("with a level above the standard", () => {
  const stack = new AsyncDisposableStack();
  let archive: TestArchive;
  let [owner, low, high]: [Browser, Browser, Browser] = [] as never;

  beforeAll(async () => {
    archive = stack.use(await openTestArchive());
    [owner, low, high] = [await signIn("patron-owner"), await signIn("patron-bronze"), await signIn("patron-gold")];
    const { status } = await owner.ask("PUT /api/settings", {
      tier_ids: [bronze],
      levels: { above, locked: "card", upgrade_link: "https://patreon.example/join" },
    });
    expect(status).toBe(200);
  });
  afterAll(() => stack.disposeAsync());

  const signIn = (persona: string) => signInAt(archive, persona);
  const show = async (locked: "card" | "hidden") =>
    expect((await owner.ask("PUT /api/settings", { levels: { locked } })).status).toBe(200);
  const findIn = async (browser: Browser, id: string) =>
    (await browser.ask<{ videos: VideoInList[] }>("GET /api/video/list")).body.videos.find((video) => video.id === id);
  const read = async (id: string) => (await owner.ask<{ video: Video }>(`GET /api/video/v/${id}`)).body.video;

  it("members read their level, and the owner's link; editors also read all levels", async () => {
    const levelOf = async (browser: Browser) => (await browser.whoAmI())?.level;
    expect(await levelOf(low)).toEqual({ name: "Member", upgrade_link: "https://patreon.example/join" });
    expect(await levelOf(high)).toMatchObject({ name: "Gold" });
    expect((await levelOf(owner))?.choices).toEqual([
      { id: null, name: "Member" },
      { id: "gold", name: "Gold" },
    ]);
  });

  it("a locked recording is a card without anything that is in it, and its files are refused with level and reason", async () => {
    const id = await addRecording(archive, { level: "gold" });
    const card = await findIn(low, id);
    expect(card).toMatchObject({ title: "Night", duration: 60, locked: { level: "gold", name: "Gold" } });
    expect(card).toMatchObject({ peaks: null, leaves_at: null });
    const { body } = await low.ask<{ video: Video }>(`GET /api/video/v/${id}`);
    expect(body.video).toMatchObject({ title: "Night", description: "", locked: { name: "Gold" } });
    expect(body.video).not.toHaveProperty("media");
    expect((await low.ask(`GET /api/media/${id}/thumbnail`)).status).toBe(200);
    const refused = await low.ask<Problem>(`GET /api/media/${id}/audio.m4a`);
    expect([refused.status, refused.body.code]).toEqual([403, "locked"]);
    expect(refused.body.detail).toBe(
      "This recording is for the level Gold. Your level is Member. Patreon: your tier (Bronze) gives you access.",
    );
    expect((await low.ask(`GET /api/video/v/${id}/set-list`)).status).toBe(404);
    expect((await low.ask(`PUT /api/user/positions/${id}`, { seconds: 1, at: "2026-01-01T00:00:00Z" })).status).toBe(
      404,
    );
    expect(await findIn(high, id)).not.toHaveProperty("locked");
    expect((await high.ask(`GET /api/media/${id}/audio.m4a`)).status).toBe(200);
  });

  it("a song's page names locked recordings with nothing of the performance, and counts only what one may watch", async () => {
    const [open, locked] = [await addRecording(archive), await addRecording(archive, { level: "gold" })];
    const blank = { id: null, part: null, talk: null, guest: null, segue: false, debut: false, end: null };
    for (const id of [open, locked]) {
      const named = { id: null, title: "River of levels", is_cover: false, artist: null };
      const entries = [{ ...blank, start: 7, note: "a secret note", songs: [named] }];
      const { status } = await owner.ask(`PUT /api/video/v/${id}/set-list`, { set_list: { revision: 0, entries } });
      expect(status).toBe(200);
    }
    const found = (await low.ask<Answer<"search">>("GET /api/search?q=levels")).body;
    const [song] = found.songs?.found.map((one) => one.song) ?? [];
    expect(song?.times).toBe(1);
    expect(found.recordings).toMatchObject({ found: [{ video: { id: open } }], total: 1 });
    const byTitle = (await low.ask<Answer<"search">>("GET /api/search?q=night&kind=recordings")).body.recordings;
    const card = byTitle?.found.find(({ video }) => video.id === locked);
    expect(card).toMatchObject({ video: { locked: { level: "gold" } }, songs: [] });
    const read = async (browser: Browser) =>
      (await browser.ask<Answer<"getSong">>(`GET /api/songs/v/${song?.id}`)).body;
    const seen = await read(low);
    expect(seen.performances.map(({ video_id }) => video_id)).toEqual([open]);
    expect(seen.locked).toMatchObject([
      { video_id: locked, video_title: "Night", duration: 60, locked: { level: "gold", name: "Gold" } },
    ]);
    const fields = ["duration", "locked", "played_at", "thumbnail_url", "time_missing", "video_id", "video_title"];
    expect(Object.keys(seen.locked?.[0] ?? {}).toSorted()).toEqual(fields);
    expect((await read(high)).performances).toHaveLength(2);
    expect(await read(high)).not.toHaveProperty("locked");
    await show("hidden");
    expect(await read(low)).not.toHaveProperty("locked");
    await show("card");
  });

  it("with nothing shown it is not found, like one that never existed", async () => {
    const id = await addRecording(archive, { level: "gold" });
    await show("hidden");
    const look = async (video: string, kind: string) => {
      const { status, body } = await low.ask<Problem>(`GET /api/media/${video}/${kind}`);
      return { ...body, status, request_id: "" };
    };
    for (const kind of ["thumbnail", "audio.m4a"])
      expect(await look(id, kind)).toEqual(await look("a".repeat(26), kind));
    expect(await findIn(low, id)).toBeUndefined();
    expect((await low.ask(`GET /api/video/v/${id}`)).status).toBe(404);
    expect(await findIn(high, id)).toBeDefined();
    await show("card");
  });

  it("a renamed level is on the cards at once", async () => {
    const id = await addRecording(archive, { level: "gold" });
    const rename = (name: string) => owner.ask("PUT /api/settings", { levels: { above: [{ ...above[0], name }] } });
    expect((await findIn(low, id))?.locked?.name).toBe("Gold");
    await rename("Front row");
    expect((await findIn(low, id))?.locked?.name).toBe("Front row");
    await rename("Gold");
  });

  it("a level in use is not removed, two levels have two names, and a wrong one is refused", async () => {
    const id = await addRecording(archive, { level: "gold" });
    const counted = await archive.parts.db.selectFrom("video").select("id").where("level", "=", "gold").execute();
    const removed = await owner.ask<Problem>("PUT /api/settings", { levels: { above: [] } });
    expect(removed.status).toBe(409);
    expect(removed.body.detail).toContain(
      `The level Gold cannot be removed, because it is still used: ${counted.length} recording`,
    );
    expect((await owner.whoAmI())?.level?.choices).toHaveLength(2);
    const alike = await owner.ask<Problem>("PUT /api/settings", { levels: { standard: "gold" } });
    expect([alike.status, alike.body.detail]).toEqual([400, expect.stringContaining("Two levels are called Gold")]);
    const wrong = await owner.ask<Problem>("POST /api/video/many", { changes: [{ id, level: "platinum" }] });
    expect([wrong.status, wrong.body.fields?.[0]?.field]).toEqual([400, "level"]);
    const early = { id, level: null, opens_at: "2030-01-01T00:00:00.000Z" };
    expect((await owner.ask<Problem>("POST /api/video/many", { changes: [early] })).status).toBe(400);
  });

  it("an editor sets the level of one and of many, with Undo; a page that does not know levels does not lose it", async () => {
    const ids = [await addRecording(archive), await addRecording(archive)];
    const [one = ""] = ids;
    const many = await owner.ask<{ changes: string[] }>("POST /api/video/many", {
      changes: ids.map((id) => ({ id, level: "gold", opens_at: "2031-01-01T00:00:00.000Z" })),
    });
    expect(many.body.changes).toHaveLength(2);
    expect((await findIn(low, one))?.locked?.level).toBe("gold");
    // an old page knows the specified fields only
    const { revision, title } = await read(one);
    await owner.ask(`PUT /api/video/v/${one}`, { video: { title: `${title} 2`, revision } });
    expect(await read(one)).toMatchObject({ title: "Night 2", level: "gold", opens_at: "2031-01-01T00:00:00.000Z" });
    // for everybody: early access has nothing to end
    const open = await owner.ask<{ video: Video; change: string }>(`PUT /api/video/v/${one}`, {
      video: { ...(await read(one)), media: undefined, level: null },
    });
    expect(open.body.video).toMatchObject({ level: null, opens_at: null });
    expect(await findIn(low, one)).not.toHaveProperty("locked");
    expect((await owner.ask("POST /api/history/undo", { changes: [open.body.change] })).status).toBe(200);
    expect(await read(one)).toMatchObject({ level: "gold", opens_at: "2031-01-01T00:00:00.000Z" });
  });

  it("early access ends at its time, by the archive itself, and cannot be undone", async () => {
    const id = await addRecording(archive, { level: "gold" });
    const opensAt = new Date(archive.parts.clock.now().getTime() + 3_600_000).toISOString();
    await owner.ask("POST /api/video/many", { changes: [{ id, level: "gold", opens_at: opensAt }] });
    expect((await findIn(low, id))?.locked).toBeDefined();
    archive.advance(3_599_000);
    expect((await findIn(low, id))?.locked).toBeDefined();
    archive.advance(1_000);
    await expect.poll(async () => (await findIn(low, id))?.locked).toBeUndefined();
    expect((await low.ask(`GET /api/media/${id}/audio.m4a`)).status).toBe(200);
    const { body } = await owner.ask<{ entries: HistoryEntry[] }>(`GET /api/history?video=${id}`);
    expect(body.entries[0]).toMatchObject({ who: "The archive", can_undo: false });
    expect(body.entries[0]?.sentence).toContain("the level");
  });

  it("new recordings get the level of the settings", async () => {
    // the clock was moved ahead, and settings need a fresh login
    owner = await signIn("patron-owner");
    await owner.ask("PUT /api/settings", { levels: { new_level: "gold" } });
    expect(archive.parts.config.levels.newLevel).toBe("gold");
    const removed = await owner.ask("PUT /api/settings", { levels: { new_level: "nothing" } });
    expect(removed.status).toBe(400);
    await owner.ask("PUT /api/settings", { levels: { new_level: null } });
    expect(archive.parts.config.levels.newLevel).toBeNull();
  });

  it("a guest has the level of the invitation, and the owner changes it, with Undo", async () => {
    const id = await addRecording(archive, { level: "gold" });
    const guest = await signIn("patron-never");
    const inAnHour = new Date(archive.parts.clock.now().getTime() + 3_600_000).toISOString();
    const wish = { guest_until: null, link_until: inAnHour, most_uses: 1, note: "", level: "gold" };
    const made = await owner.ask<{ link: string }>("POST /api/invitations", wish);
    await guest.ask("POST /api/invitation/accept", { key: made.body.link.split("#")[1] });
    expect(await findIn(guest, id)).not.toHaveProperty("locked");
    const { body } = await owner.ask<{ guests: { id: string; level: string | null }[] }>("GET /api/guests");
    expect(body.guests[0]?.level).toBe("gold");
    const lower = await owner.ask<{ change: string }>(`PUT /api/guests/${body.guests[0]?.id}`, { level: null });
    expect((await findIn(guest, id))?.locked).toBeDefined();
    await owner.ask("POST /api/history/undo", { changes: [lower.body.change] });
    expect(await findIn(guest, id)).not.toHaveProperty("locked");
  });

  it("with one level nothing is said of levels", async () => {
    await using plain = await openTestArchive();
    const viewer = await signInAt(plain, "patron-gold");
    const id = await addRecording(plain);
    expect(await viewer.whoAmI()).not.toHaveProperty("level");
    const list = JSON.stringify((await viewer.ask("GET /api/video/list")).body);
    expect(list).toContain(id);
    expect(list).not.toMatch(/level|locked|opens_at/);
  });
});

describe("two servers", () => {
  it("a tier that changes at Patreon, and early access that ends, count on both within 5 seconds, also after a restart", async () => {
    await using one = await openTestArchive({
      kind: "postgres",
      env: { LEVELS: JSON.stringify(above), LOCKED: "card" },
    });
    await using folder = await mkdtempDisposable(path.join(tmpdir(), "stagedoor-second-"));
    const port = await findFreePort();
    const environment = {
      ...{ PORT: String(port), PUBLIC_URL: one.url, DATA_DIR: folder.path, LOG_LEVEL: "silent", DEMO_CONTENT: "off" },
      DATABASE_URL: one.config.databaseUrl ?? "",
      MASTER_KEY_FILE: path.join(one.config.dataDir, "secrets", "master.key"),
      ...{ LEVELS: JSON.stringify(above), LOCKED: "card" },
    };
    const start = () =>
      startArchive(environment, { pageFolder: null, role: "web", standIns: { settings: one.emulator.settings } });
    const second = { archive: await start() };
    await using _stop = { [Symbol.asyncDispose]: () => second.archive[Symbol.asyncDispose]() };
    const owner = await signInAt(one, "patron-owner");
    // here the standard has the tier Bronze
    await owner.ask("PUT /api/settings", { tier_ids: [bronze] });
    const here = await signInAt(one, "patron-gold");
    const there = createBrowser(`http://localhost:${port}`);
    for (const [name, value] of here.cookies) there.cookies.set(name, value);
    const id = await addRecording(one, { level: "gold" });
    const play = async (browser: Browser) => {
      const { status, body } = await browser.ask<Problem>(`GET /api/media/${id}/master.m3u8`);
      return status === 200 ? "plays" : `${body.code}: ${body.detail}`;
    };
    expect([await play(here), await play(there)]).toEqual(["plays", "plays"]);
    let began = performance.now();
    await one.control("POST personas/patron-gold", { tier: "bronze", fire: true });
    await until(async () => !(await play(here)).startsWith("plays") && !(await play(there)).startsWith("plays"), began);
    console.log(`a changed tier counted on both after ${Math.round(performance.now() - began)} ms`);
    expect(await play(there)).toBe(
      "locked: This recording is for the level Gold. Your level is Member. Patreon: your tier (Bronze) gives you access.",
    );
    const { body } = await owner.ask<{ entries: HistoryEntry[] }>("GET /api/history?kind=permission");
    expect(body.entries[0]?.sentence).toMatch(/^Changed the level of .* from Gold to Member\.$/);

    const opensAt = Date.now() + 1500;
    const change = { id, level: "gold", opens_at: new Date(opensAt).toISOString() };
    expect((await owner.ask("POST /api/video/many", { changes: [change] })).status).toBe(200);
    const opened = await Promise.all(
      [here, there].map(async (browser) => {
        while ((await play(browser)) !== "plays") {
          if (Date.now() > opensAt + 5000) throw new Error("early access did not end");
          await sleep(5);
        }
        return Date.now() - opensAt;
      }),
    );
    console.log(`early access ended after ${opened.join(" and ")} ms`);
    expect(Math.min(...opened)).toBeGreaterThanOrEqual(0);

    // what is due while a server is away counts before it answers
    await second.archive[Symbol.asyncDispose]();
    const due = { level: "gold", opens_at: new Date(Date.now() - 1000), opens_level: null };
    await one.parts.db.updateTable("video").set(due).where("id", "=", id).execute();
    second.archive = await start();
    expect(await play(there)).toBe("plays");
    began = performance.now();
    await until(async () => (await play(here)) === "plays", began);
  }, 120_000);
});

async function until(isSo: () => Promise<boolean>, began: number): Promise<void> {
  while (!(await isSo())) {
    if (performance.now() - began > 5000) throw new Error("it took longer than 5 seconds");
    await sleep(5);
  }
}

async function signInAt(archive: TestArchive, persona: string): Promise<Browser> {
  const browser = archive.openBrowser();
  await browser.signIn(persona);
  return browser;
}

async function addRecording(
  { parts: { db, media, clock } }: TestArchive,
  { level = null }: { level?: string | null } = {},
) {
  await using scratch = await makeScratch(media.store);
  const from = path.join(scratch.folder, "file");
  const now = clock.now();
  return await changeLibrary(db, async (trx) => {
    const about = { title: "Night", description: "A secret", addDate: now, durationSeconds: 60, memberId: null };
    const id = await addVideo(trx, { ...about, state: "published", level }, now);
    const rendition = {
      ...{ codec: "mp4a.40.2", width: 0, height: 0, channels: 2, framesPerSecond: 0 },
      ...{ peakBits: 1000, averageBits: 1000, durationSeconds: 60 },
    };
    for (const kind of ["thumbnail", "audio.m4a", "audio.mp4"] as const) {
      await writeFile(from, `${kind} of ${id}`);
      await saveAssets(
        trx,
        id,
        [
          {
            kind,
            ...(await keepFile(media.store, id, { kind, from })),
            facts: kind === "audio.mp4" ? { rendition } : {},
          },
        ],
        now,
      );
    }
    await trx.updateTable("video").set({ thumbnail_hash: "1" }).where("id", "=", id).execute();
    return id;
  });
}
