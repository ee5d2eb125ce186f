// Collections over HTTP: what editors curate, and what members of two levels are told of it.
import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Collection, CollectionSummary } from "#contract/collections/collections.ts";
import type { Feed } from "#contract/feed.ts";
import type { Queue } from "#contract/lists.ts";
import type { Problem } from "#contract/problem.ts";
import type { HistoryEntry } from "#contract/studio.ts";
import { addVideo } from "#server/library/add.ts";
import { readPictureSize } from "#server/media/facts/picture-size.ts";
import { openTestArchive, type TestArchive } from "#server/testing/archive.ts";
import type { Browser } from "#server/testing/browser.ts";
import { openClips } from "#server/testing/clips.ts";
import { heavyKinds } from "#server/testing/databases.ts";
import { changeLibrary } from "#server/library/version.ts";

type Made = Problem & { collection: Collection; change: string };

const [bronze, gold] = ["20550101", "20550102"];
const above = [{ id: "gold", name: "Gold", patreonTierIds: [gold], twitchTier: "3000" }];
const notAPicture = Buffer.from("GIF89a".padEnd(60, "x")).toString("base64");

describe.each(heavyKinds("postgres"))("collections, on %s", (kind) => {
  let archive: TestArchive;
  let [owner, low, high]: [Browser, Browser, Browser] = [] as never;
  beforeAll(async () => {
    archive = await openTestArchive({ kind });
    [owner, low, high] = await gather(archive);
  }, 60_000);
  afterAll(() => archive[Symbol.asyncDispose]());
  beforeEach(async () => {
    const { body } = await owner.ask<{ collections: CollectionSummary[] }>("GET /api/collections");
    for (const { id } of body.collections) await owner.ask(`DELETE /api/collections/${id}`);
  });

  const get = (browser: Browser, address: string) =>
    fetch(archive.url + address, {
      headers: { cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ") },
    });

  it("editors curate them; members see what they may watch of it, and nothing else exists for them", async () => {
    const [one = "", two = "", golden = "", hidden = ""] = await addRecordings(archive);
    expect(await low.whoAmI()).not.toHaveProperty("collections");
    expect((await low.ask("POST /api/collections", { title: "Mine" })).status).toBe(403);

    const { body: made } = await owner.ask<Made>("POST /api/collections", { title: " 2024 tour ", videos: [hidden] });
    const at = `/api/collections/${made.collection.id}`;
    expect(made.collection).toMatchObject({ title: "2024 tour", level: null, revision: 1, pictures: [] });
    // there is nothing in it that a member may watch
    expect(await titles(low)).toEqual([]);
    expect((await low.ask(`GET ${at}`)).status).toBe(404);
    expect((await owner.whoAmI())?.collections).toBe(true);
    expect(await low.whoAmI()).not.toHaveProperty("collections");

    const videos = [two, golden, hidden, one];
    const saved = await owner.ask<Made>(`PUT ${at}`, { revision: 1, videos });
    expect(await idsIn(owner, at)).toEqual(videos);
    expect(await idsIn(high, at)).toEqual([two, golden, one]);
    expect(await idsIn(low, at)).toEqual([two, one]);
    const { collections } = (await low.ask<{ collections: CollectionSummary[] }>("GET /api/collections")).body;
    expect(collections).toEqual([{ id: made.collection.id, title: "2024 tour", recordings: 2, pictures: [] }]);
    expect((await low.whoAmI())?.collections).toBe(true);
    const seen = (await low.ask<Made>(`GET ${at}`)).body.collection;
    expect(Object.keys(seen).toSorted()).toEqual(["entries", "id", "pictures", "title"]);

    // a page that is out of date changes nothing
    const late = await owner.ask<Problem>(`PUT ${at}`, { revision: 1, videos: [one] });
    expect([late.status, late.body.detail]).toEqual([409, expect.stringContaining("in the meantime")]);
    // sent twice
    expect((await owner.ask<Made>(`PUT ${at}`, { revision: 1, videos })).body.change).toBeNull();

    const leveled = await owner.ask<Made>(`PUT ${at}`, { revision: 2, level: "gold" });
    expect((await low.ask(`GET ${at}`)).status).toBe(404);
    expect(await titles(low)).toEqual([]);
    expect(await low.whoAmI()).not.toHaveProperty("collections");
    expect(await titles(high)).toEqual(["2024 tour"]);
    const removed = await owner.ask<Problem>("PUT /api/settings", { levels: { above: [] } });
    expect(removed.body.detail).toContain("1 collection");
    // only the newest change can be undone, then the one before it
    expect((await undo(owner, saved.body.change)).status).toBe(409);
    expect((await undo(low, leveled.body.change)).status).toBe(403);
    expect((await undo(owner, leveled.body.change)).status).toBe(200);
    expect(await idsIn(low, at)).toEqual([two, one]);
  });

  it("a recording in the trash keeps its place; deleting and the order are undone; all of it is in the history", async () => {
    const [one = "", two = "", three = ""] = await addRecordings(archive);
    const first = (await owner.ask<Made>("POST /api/collections", { title: "Tour", videos: [one, two] })).body;
    const second = (await owner.ask<Made>("POST /api/collections", { title: "Acoustic", videos: [two] })).body;
    const at = `/api/collections/${first.collection.id}`;
    await owner.ask(`POST /api/video/v/${one}/trash`);
    expect(await idsIn(low, at)).toEqual([two]);
    await owner.ask(`PUT ${at}`, { revision: 1, videos: [two, three] });
    await owner.ask(`POST /api/video/v/${one}/restore`);
    expect(await idsIn(owner, at)).toEqual([one, two, three]);

    const ids = [second.collection.id, first.collection.id];
    const ordered = await owner.ask<Made>("PUT /api/collections", { ids });
    expect(await titles(low)).toEqual(["Acoustic", "Tour"]);
    expect((await owner.ask("PUT /api/collections", { ids: ids.slice(1) })).status).toBe(409);
    expect((await undo(owner, ordered.body.change)).status).toBe(200);
    expect(await titles(low)).toEqual(["Tour", "Acoustic"]);

    const gone = await owner.ask<Made>(`DELETE ${at}`);
    expect(await titles(low)).toEqual(["Acoustic"]);
    expect((await owner.ask(`GET ${at}`)).status).toBe(404);
    expect((await undo(owner, gone.body.change)).status).toBe(200);
    expect(await titles(low)).toEqual(["Tour", "Acoustic"]);
    expect((await undo(owner, second.change)).status).toBe(200);
    expect(await titles(low)).toEqual(["Tour"]);

    const { entries } = (await owner.ask<{ entries: HistoryEntry[] }>("GET /api/history?kind=collection&limit=8")).body;
    expect(entries.map(({ sentence }) => sentence)).toEqual([
      "Deleted the collection “Acoustic”.",
      "Restored the collection “Tour”.",
      "Deleted the collection “Tour”.",
      "Changed the order of the collections.",
      "Changed the order of the collections.",
      "Changed the recordings of the collection “Tour”.",
      "Made the collection “Acoustic”.",
      "Made the collection “Tour”.",
    ]);
    expect(entries.filter(({ can_undo }) => can_undo).map(({ sentence }) => sentence)).toEqual([
      "Deleted the collection “Acoustic”.",
      "Restored the collection “Tour”.",
    ]);
  });

  it("plays as a queue and is a podcast feed, with what the listener may watch", async () => {
    const [one = "", two = "", golden = "", hidden = ""] = await addRecordings(archive);
    const videos = [golden, two, hidden, one];
    const { id } = (await owner.ask<Made>("POST /api/collections", { title: "Tour", videos })).body.collection;
    const from = { collection: id };
    const { queue } = (await low.ask<{ queue: Queue }>("POST /api/user/queue", { from, shuffle: false })).body;
    expect(queue).toMatchObject({ title: "Tour", from: `/collection/${id}`, total: 2 });
    expect(queue.entries.map(({ video_id }) => video_id)).toEqual([two, one]);
    const { feed } = (await low.ask<{ feed: Feed }>(`POST /api/user/feed?of=collection-${id}`)).body;
    const text = await (await fetch(feed.url)).text();
    expect(text).toContain("Tour</title>");
    await owner.ask(`PUT /api/collections/${id}`, { revision: 1, level: "gold" });
    expect((await fetch(feed.url)).status).toBe(404);
    expect((await low.ask("POST /api/user/queue", { from, shuffle: false })).status).toBe(404);
  });

  it("a picture is made again from the upload, and is there for those who see the collection; it can be undone", async () => {
    await using clips = await openClips();
    const [one = ""] = await addRecordings(archive);
    const photo = await readFile(await clips.make("photo.jpg", "-f lavfi -i testsrc2=s=1200x800 -frames:v 1"));
    const { id } = (await owner.ask<Made>("POST /api/collections", { title: "Tour", videos: [one] })).body.collection;
    const at = `/api/collections/${id}`;
    const picture = photo.toString("base64");
    const { body } = await owner.ask<Made>(`PUT ${at}/picture`, { picture });
    const [url = ""] = body.collection.pictures;
    expect(url).toMatch(new RegExp(`^${at}/picture\\?v=[0-9a-f]{32}$`));
    const served = await get(low, url);
    expect([served.status, served.headers.get("content-type")]).toEqual([200, "image/webp"]);
    const bytes = Buffer.from(await served.arrayBuffer());
    expect(readPictureSize(bytes)).toEqual({ format: "webp", width: 800, height: 533 });
    await owner.ask(`PUT ${at}`, { revision: 2, level: "gold" });
    expect((await get(low, url)).status).toBe(404);
    expect((await get(high, url)).status).toBe(200);
    await owner.ask(`PUT ${at}`, { revision: 3, level: null });
    const removed = await owner.ask<Made>(`DELETE ${at}/picture`);
    expect(removed.body.collection).toMatchObject({ has_picture: false, pictures: [] });
    expect((await get(low, url)).status).toBe(404);
    expect((await undo(owner, removed.body.change)).status).toBe(200);
    expect((await get(low, url)).status).toBe(200);
  });

  it("nonsense is refused with a sentence, and changes nothing", async () => {
    const [one = ""] = await addRecordings(archive);
    const { id } = (await owner.ask<Made>("POST /api/collections", { title: "Tour" })).body.collection;
    const wrong: [string, unknown, number][] = [
      ["POST /api/collections", { title: " " }, 400],
      ["POST /api/collections", { title: "x".repeat(101) }, 400],
      ["POST /api/collections", { title: "Wrong level", level: "platinum" }, 400],
      ["POST /api/collections", { title: "A stranger", videos: ["a".repeat(26)] }, 404],
      ["POST /api/collections", { title: "Twice", videos: [one, one] }, 400],
      [`PUT /api/collections/${id}`, { revision: 1, level: "platinum" }, 400],
      [`PUT /api/collections/${id}`, { revision: 1, videos: ["\u0000"] }, 400],
      [`PUT /api/collections/${"a".repeat(26)}`, { revision: 1, title: "x" }, 404],
      ["GET /api/collections/%00", undefined, 404],
      [`PUT /api/collections/${id}/picture`, { picture: notAPicture }, 400],
      [`GET /api/collections/${id}/picture`, undefined, 404],
    ];
    for (const [call, body, status] of wrong) {
      const answer = await owner.ask<Problem>(call, body);
      expect([call, body, answer.status]).toEqual([call, body, status]);
      expect(answer.body.detail.length).toBeGreaterThan(15);
    }
    expect(await titles(owner)).toEqual(["Tour"]);
    expect((await owner.ask<Made>(`GET /api/collections/${id}`)).body.collection).toMatchObject({ revision: 1 });
  });
});

/** The owner, a member of the standard level, and one of the level gold. */
async function gather(archive: TestArchive): Promise<[Browser, Browser, Browser]> {
  const [owner, low, high] = [archive.openBrowser(), archive.openBrowser(), archive.openBrowser()];
  await owner.signIn("patron-owner");
  await low.signIn("patron-bronze");
  await high.signIn("patron-gold");
  const { status } = await owner.ask("PUT /api/settings", {
    tier_ids: [bronze],
    levels: { above, locked: "card" },
  });
  expect(status).toBe(200);
  return [owner, low, high];
}

/** Two for everybody, one for gold, one that is hidden. */
async function addRecordings({ parts: { db, clock } }: TestArchive): Promise<string[]> {
  const about = { addDate: clock.now(), durationSeconds: 60, memberId: null, state: "published" as const };
  const wanted = [{ title: "One" }, { title: "Two" }, { title: "Golden", level: "gold" }, { title: "H", hidden: true }];
  return changeLibrary(db, async (trx) => {
    const ids: string[] = [];
    for (const one of wanted) ids.push(await addVideo(trx, { ...about, ...one }, clock.now()));
    return ids;
  });
}

async function titles(browser: Browser): Promise<string[]> {
  const { body } = await browser.ask<{ collections: CollectionSummary[] }>("GET /api/collections");
  return body.collections.map(({ title }) => title);
}

async function idsIn(browser: Browser, at: string): Promise<string[]> {
  const { body } = await browser.ask<{ collection: Collection }>(`GET ${at}`);
  return body.collection.entries.map(({ video_id }) => video_id);
}

const undo = (browser: Browser, change: string) => browser.ask("POST /api/history/undo", { changes: [change] });
