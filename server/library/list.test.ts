import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sql } from "kysely";
import { videoSorts, type ListQuery, type VideoInList } from "#contract/video.ts";
import { type Audience, audiences } from "#server/access/visible.ts";
import type { Database } from "#server/database/open.ts";
import { databaseKinds, explain, openTestDatabase, type TestDatabase } from "#server/testing/databases.ts";
import { addVideo } from "./add.ts";
import { writeCursor } from "./cursor.ts";
import { countVideos, listPage, listSlices, selectPage } from "./list.ts";
import { changeLibrary } from "#server/library/version.ts";

const now = new Date("2026-01-01T00:00:00Z");

describe.each(databaseKinds)("lists, on %s", (kind) => {
  let database: TestDatabase;
  let db: Database;
  beforeAll(async () => {
    database = await openTestDatabase(kind);
    db = database.db;
    await fill(db, 2400);
    if (kind === "postgres") await sql`analyze video`.execute(db);
  });
  afterAll(() => database[Symbol.asyncDispose]());

  it.each(videoSorts)("every page of sort %s comes out of an index, nothing is sorted", async (sort) => {
    for (const audience of [audiences.viewers, audiences.editors]) {
      const after = placeFor[sort];
      for (const place of [undefined, after]) {
        const query = selectPage(db, audience, { filter: {}, sort, after: place, limit: 50 });
        const plan = await explain(db, query.compile(), kind);
        expect(plan).toMatch(kind === "sqlite" ? /using index video_/i : /Index Scan( Backward)? using video_/);
        expect(plan).not.toMatch(/temp b-tree|Sort/i);
        if (place && kind === "sqlite") expect(plan).toMatch(/SEARCH/);
        if (place && kind === "postgres") expect(plan).toMatch(/Index Cond/);
      }
    }
  });

  it.each(videoSorts)("pages by %s add up to the whole list, each video once", async (sort) => {
    for (const audience of [audiences.viewers, audiences.editors]) {
      const whole = (await Array.fromAsync(listSlices(db, audience, { sort, sliceSize: 1_000_000 }))).flat();
      const sliced = (await Array.fromAsync(listSlices(db, audience, { sort, sliceSize: 97 }))).flat();
      expect(sliced).toEqual(whole);
      expect(new Set(whole.map(({ id }) => id)).size).toBe(whole.length);
      const paged = await readPages(db, audience, { sort, limit: 150 });
      expect(paged.map(({ id }) => id)).toEqual(whole.map(({ id }) => id));
      expect(await countVideos(db, audience, {})).toBe(whole.length);
      expect(whole).toEqual(inOrder(whole, sort));
    }
  });

  it("shows viewers published videos only, and nothing of the trash to anyone", async () => {
    const viewers = await readPages(db, audiences.viewers, { limit: 200 });
    expect(viewers.every(({ hidden, state }) => !hidden && state === "published")).toBe(true);
    expect(viewers.some((video) => "prevent_autodelete" in video)).toBe(false);
    const editors = await readPages(db, audiences.editors, { limit: 200 });
    expect(editors.length).toBeGreaterThan(viewers.length);
    expect(new Set(editors.map(({ state }) => state))).toEqual(new Set(["published", "preparing", "failed"]));
    expect(editors.some(({ title }) => title.includes("trashed"))).toBe(false);
  });

  it("finds videos by words of the title, whatever the accents and the script", async () => {
    const titles = ["Café del Mar — Été", "東京カラオケナイト", "أُغْنِيَة قديمة", "100% _live_ \\o/", "100 live"];
    await using own = await openTestDatabase(kind);
    await changeLibrary(own.db, async (trx) => {
      for (const title of titles) await addVideo(trx, { title, addDate: now, state: "published", memberId: null }, now);
    });
    const find = async (q: string) =>
      (await listPage(own.db, audiences.viewers, { q, limit: 50 })).videos.map(({ title }) => title);
    expect(await find("cafe ETE")).toEqual([titles[0]]);
    expect(await find("mar del")).toEqual([titles[0]]);
    expect(await find("からおけ")).toEqual([titles[1]]);
    expect(await find("京")).toEqual([titles[1]]);
    expect(await find("اغنية")).toEqual([titles[2]]);
    expect(await find("100%")).toEqual([titles[3]]);
    expect(await find("_live_ \\o")).toEqual([titles[3]]);
    expect(await find("cafe tokyo")).toEqual([]);
    expect(await find("zero\u0000byte")).toEqual([]);
    expect(await find(" ")).toHaveLength(titles.length);
    expect(await countVideos(own.db, audiences.viewers, { q: "live" })).toBe(2);
  });

  it("a search by a viewer, its pages and its count never touch a hidden video", async () => {
    const query: ListQuery = { q: "hidden" };
    expect(await readPages(db, audiences.viewers, { ...query, limit: 50 })).toEqual([]);
    expect(await countVideos(db, audiences.viewers, query)).toBe(0);
    expect(await countVideos(db, audiences.viewers, { hidden: "only" })).toBe(0);
    expect(await countVideos(db, audiences.editors, query)).toBe(
      await countVideos(db, audiences.editors, { hidden: "only" }),
    );
    expect(await countVideos(db, audiences.editors, query)).toBeGreaterThan(0);
  });

  it("filters by the year of the upload", async () => {
    const videos = await readPages(db, audiences.editors, { year: 2021, sort: "title", limit: 200 });
    expect(videos.length).toBeGreaterThan(0);
    expect(new Set(videos.map(({ add_date }) => add_date.slice(0, 4)))).toEqual(new Set(["2021"]));
    expect(videos).toHaveLength(await countVideos(db, audiences.editors, { year: 2021 }));
  });

  it("a video added between two pages is neither shown twice nor pushes one out", async () => {
    const whole = await readPages(db, audiences.viewers, { limit: 200 });
    const first = await listPage(db, audiences.viewers, { limit: 100 });
    await changeLibrary(db, (trx) =>
      addVideo(trx, { title: "just now", addDate: now, state: "published", memberId: null }, now),
    );
    const second = await listPage(db, audiences.viewers, { limit: 100, after: first.next ?? "" });
    expect([...first.videos, ...second.videos]).toEqual(whole.slice(0, 200));
  });

  it.each([
    ["nonsense", "%%%"],
    ["the place of another sort", writeCursor("title", { key: "a", id: "b" })],
    ["a zero byte", Buffer.from('["newest","2020-01-01T00:00:00.000Z","\\u0000"]').toString("base64url")],
    ["no date", Buffer.from('["newest","soon","a"]').toString("base64url")],
    ["nothing", ""],
  ])("refuses to go on from %s", async (_what, after) => {
    await expect(listPage(db, audiences.viewers, { limit: 10, after })).rejects.toMatchObject({
      code: "bad-input",
      fields: [{ field: "after" }],
    });
  });
});

const placeFor = {
  newest: { key: new Date("2020-06-01T00:00:00Z"), id: "m" },
  oldest: { key: new Date("2020-06-01T00:00:00Z"), id: "m" },
  longest: { key: 600, id: "m" },
  title: { key: "video 12", id: "m" },
};

async function readPages(
  db: Database,
  audience: Audience,
  query: ListQuery & { limit: number },
): Promise<VideoInList[]> {
  const videos: VideoInList[] = [];
  for (let after: string | null | undefined; after !== null;) {
    const page = await listPage(db, audience, { ...query, ...(after && { after }) });
    expect(page.videos.length).toBeLessThanOrEqual(query.limit);
    videos.push(...page.videos);
    after = page.next;
  }
  return videos;
}

function inOrder(videos: VideoInList[], sort: (typeof videoSorts)[number]): VideoInList[] {
  const by = (text: (video: VideoInList) => string | number) => (a: VideoInList, b: VideoInList) => {
    const [left, right] = [text(a), text(b)];
    return left < right ? -1 : left > right ? 1 : a.id < b.id ? -1 : 1;
  };
  const upward = {
    newest: by(({ add_date }) => add_date),
    oldest: by(({ add_date }) => add_date),
    longest: by(({ duration }) => duration ?? -1),
    title: by(({ title }) => title.toLowerCase()),
  }[sort];
  return sort === "newest" || sort === "longest" ? videos.toSorted((a, b) => upward(b, a)) : videos.toSorted(upward);
}

/** Many that are alike in date, length or title, and some of every state. */
async function fill(db: Database, count: number): Promise<void> {
  const states = ["published", "published", "published", "preparing", "failed"] as const;
  await changeLibrary(db, async (trx) => {
    for (let index = 0; index < count; index++) {
      const hidden = index % 11 === 0;
      const isTrashed = index % 17 === 0;
      const id = await addVideo(
        trx,
        {
          title: `${isTrashed ? "trashed " : ""}${hidden ? "Hidden " : ""}Video ${index % 400}`,
          addDate: new Date(Date.UTC(2018 + (index % 7), index % 5, 1 + (index % 20))),
          durationSeconds: index % 9 === 0 ? null : (index * 37) % 900,
          state: states[index % states.length] ?? "published",
          hidden,
          memberId: null,
        },
        now,
      );
      if (isTrashed) await trx.updateTable("video").set({ trashed_at: now }).where("id", "=", id).execute();
    }
  });
}
