import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { RecordingSort, RecordingsQuery } from "#contract/studio.ts";
import type { Database } from "#server/database/open.ts";
import { databaseKinds, explain, openTestDatabase, type TestDatabase } from "#server/testing/databases.ts";
import { addEditor, addPlayed } from "#server/testing/songs.ts";
import { addVideo } from "./add.ts";
import { setHidden } from "./edit.ts";
import { countCaptions, dropAssets, saveAssets, type Asset } from "./recording.ts";
import { countRecordings, listMatching, listRecordings, planFilter, selectRecordings } from "./recordings-table.ts";
import { changeLibrary } from "./version.ts";

const now = new Date("2026-01-01T00:00:00Z");
type Row = Awaited<ReturnType<typeof listRecordings>>["recordings"][number];
const levels = ["silver", "gold"];
const indexed = ["date", "title", "length", "state", "songs", "captions"] as const satisfies RecordingSort[];
const sorts = [...indexed, "level"] as const;
const orders = ["asc", "desc"] as const;

describe.each(databaseKinds)("the studio's table, on %s", (kind) => {
  let database: TestDatabase;
  let db: Database;
  let all: Row[];
  beforeAll(async () => {
    database = await openTestDatabase(kind);
    db = database.db;
    await fill(db, 1500);
    if (kind === "postgres") await sql`analyze video`.execute(db);
    all = await readPages(db, {});
  });
  afterAll(() => database[Symbol.asyncDispose]());

  it.each(sorts)("pages by %s add up to all recordings, each once and in order, both ways", async (sort) => {
    for (const order of orders) {
      const rows = await readPages(db, { sort, order });
      expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
      expect(rows.map(({ id }) => id).toSorted()).toEqual(all.map(({ id }) => id).toSorted());
      const keys = rows.map((row) => keyOf[sort](row));
      const rising = order === "asc" ? keys : keys.toReversed();
      expect(rising.every((key, index) => index === 0 || (rising[index - 1] ?? key) <= key)).toBe(true);
    }
  });

  it.each(indexed)("the first rows by %s, and those far on, come out of an index", async (sort) => {
    const filter = await planFilter(db, {});
    for (const order of orders) {
      const { next } = await listRecordings(db, { sort, order, levels, limit: 300 });
      for (const after of [undefined, next ?? ""]) {
        const query = selectRecordings(db, filter, { sort, order, levels, after, limit: 50 });
        const plan = await explain(db, query.compile(), kind);
        expect(plan).toMatch(kind === "sqlite" ? /using index video_/i : /Index Scan( Backward)? using video_/);
        expect(plan).not.toMatch(/temp b-tree|Sort/i);
      }
    }
  });

  it.each<[string, RecordingsQuery]>([
    ["a level", { level: "gold" }],
    ["the standard level", { level: "" }],
    ["a state", { state: "visible" }],
    ["with songs", { songs: "some" }],
    ["without songs", { songs: "none" }],
    ["with captions", { captions: "some" }],
    ["without captions", { captions: "none" }],
  ])("the newest of those of %s come out of an index, which has nothing else before them", async (_what, query) => {
    const compiled = selectRecordings(db, await planFilter(db, query), { ...query, levels, limit: 50 }).compile();
    const plan = await explain(db, compiled, kind);
    expect(plan).toMatch(/using index video_|Index Scan( Backward)? using video_/i);
    expect(plan).not.toMatch(/temp b-tree|Sort/i);
  });

  it.runIf(kind === "sqlite")("few are found by what is rare about them, many along the order", async () => {
    const plan = async (query: RecordingsQuery) => {
      const selected = selectRecordings(db, await planFilter(db, query), { ...query, levels, limit: 50 });
      return explain(db, selected.compile(), kind);
    };
    // all of these 1,500 are few
    expect(await plan({ state: "draft", songs: "none", sort: "title" })).toMatch(
      /using index video_state \(<expr>=\?\)/i,
    );
    const common = { ...(await planFilter(db, { state: "visible" })), rare: null };
    const along = selectRecordings(db, common, { state: "visible", sort: "title", levels, limit: 50 });
    const text = await explain(db, along.compile(), kind);
    expect(text).toMatch(/using index video_title/i);
    expect(text).not.toMatch(/temp b-tree/i);
  });

  it("calls draft what came hidden, until it is shown; hidden again it is not one any more", async () => {
    await using own = await openTestDatabase(kind);
    const editor = await addEditor(own.db);
    const add = { title: "First idea", addDate: now, state: "published" as const, hidden: true, memberId: null };
    const id = await changeLibrary(own.db, (trx) => addVideo(trx, add, now));
    const read = async () =>
      (await listRecordings(own.db, { levels })).recordings.map((row) => [row.hidden, row.draft]);
    expect(await read()).toEqual([[true, true]]);
    await setHidden(own.db, editor, { id, hidden: false });
    expect(await read()).toEqual([[false, false]]);
    await setHidden(own.db, editor, { id, hidden: true });
    expect(await read()).toEqual([[true, false]]);
  });

  it("filters by state, level, songs, captions, year and words, and counts and names the same recordings", async () => {
    const cases: [RecordingsQuery, (row: Row) => boolean][] = [
      [{ state: "failed" }, ({ state }) => state === "failed"],
      [{ state: "preparing" }, ({ state }) => state === "preparing"],
      [{ state: "hidden" }, ({ state, hidden, draft }) => state === "published" && hidden && !draft],
      [{ state: "draft" }, ({ state, draft }) => state === "published" && draft],
      [{ state: "visible" }, ({ state, hidden }) => state === "published" && !hidden],
      [{ level: "" }, ({ level }) => level === undefined],
      [{ level: "gold" }, ({ level }) => level === "gold"],
      [{ songs: "none" }, ({ songs }) => songs === 0],
      [{ songs: "some", captions: "none" }, ({ songs, captions }) => songs > 0 && captions.length === 0],
      [{ captions: "some" }, ({ captions }) => captions.length > 0],
      [{ year: 2021, state: "visible" }, (row) => row.add_date.startsWith("2021") && keyOf.state(row) === 0],
      [
        { level: "gold", sort: "level", order: "asc", state: "preparing" },
        ({ level, state }) => level === "gold" && state === "preparing",
      ],
      [{ q: "VIDÉO 33", sort: "title" }, ({ title }) => /video 33/i.test(title)],
    ];
    for (const [filter, isIn] of cases) {
      const wanted = all.filter(isIn).map(({ id }) => id);
      expect(wanted.length).toBeGreaterThan(0);
      expect((await readPages(db, filter)).map(({ id }) => id).toSorted()).toEqual(wanted.toSorted());
      expect(await listMatching(db, filter)).toEqual(wanted.toSorted());
      expect(await countRecordings(db, filter)).toBe(wanted.length);
    }
  });

  it("shows nothing of the trash", () => {
    expect(all.length).toBeGreaterThan(800);
    expect(all.some(({ title }) => title.includes("trashed"))).toBe(false);
  });

  it("sorts by level as by date where there are no levels", async () => {
    const query = { sort: "level", levels: [], limit: 100 } as const;
    const first = await listRecordings(db, query);
    const second = await listRecordings(db, { ...query, after: first.next ?? "" });
    const ids = [...first.recordings, ...second.recordings].map(({ id }) => id);
    expect(ids).toEqual(all.slice(0, 200).map(({ id }) => id));
  });

  it.each([
    ["nonsense", "%%%"],
    ["the place of another column", Buffer.from('["title","a","2020-01-01T00:00:00.000Z","b"]').toString("base64url")],
    ["a word where a number belongs", Buffer.from('["songs","a","2020-01-01T00:00:00Z","b"]').toString("base64url")],
  ])("refuses to go on from %s", async (_what, after) => {
    await expect(listRecordings(db, { sort: "songs", after, levels })).rejects.toMatchObject({
      code: "bad-input",
      fields: [{ field: "after" }],
    });
  });

  it("knows how many songs and captions a recording has after each change", async () => {
    await using own = await openTestDatabase(kind);
    const editor = await addEditor(own.db);
    const id = await addPlayed(own.db, editor, { setList: "0:00 One\n3:00 Two\n5:00 (talk)\n6:00 Three" });
    const read = async () => (await listRecordings(own.db, { levels })).recordings[0];
    const played = await own.db.selectFrom("performance").select("talk").where("video_id", "=", id).execute();
    expect((await read())?.songs).toBe(played.filter(({ talk }) => talk === null).length);
    const save = (kinds: readonly Asset["kind"][]) =>
      changeLibrary(own.db, async (trx) => {
        await dropAssets(trx, id, ["captions-1.vtt", "captions-2.vtt"]);
        await saveAssets(trx, id, kinds.map(makeAsset), now);
        await countCaptions(trx, id);
      });
    await save(["captions-1.vtt", "captions-2.vtt", "waveform"]);
    expect((await read())?.captions).toEqual(["en", "en"]);
    await save(["captions-1.vtt"]);
    expect((await read())?.captions).toEqual(["en"]);
    await save([]);
    expect((await read())?.captions).toEqual([]);
    expect(await countRecordings(own.db, { captions: "none" })).toBe(1);
  });
});

const keyOf = {
  date: ({ add_date }: Row) => add_date,
  title: ({ title }: Row) => title.toLowerCase(),
  length: ({ duration }: Row) => duration ?? -1,
  level: ({ level }: Row) => levels.indexOf(level ?? "") + 1,
  state: ({ state, hidden, draft }: Row) =>
    state === "failed" ? 4 : state === "preparing" ? 3 : draft ? 2 : hidden ? 1 : 0,
  songs: ({ songs }: Row) => songs,
  captions: ({ captions }: Row) => captions.length,
} satisfies Record<RecordingSort, (row: Row) => string | number>;

const makeAsset = (kind: Asset["kind"]): Asset => ({
  kind,
  sha256: "a".repeat(64),
  bytes: 1,
  facts: kind.startsWith("captions") ? { captions: { language: "en", title: null } } : {},
});

async function readPages(db: Database, query: RecordingsQuery): Promise<Row[]> {
  const rows: Row[] = [];
  for (let after: string | null | undefined; after !== null;) {
    const page = await listRecordings(db, { ...query, levels, limit: 70, ...(after !== undefined && { after }) });
    expect(page.recordings.length).toBeLessThanOrEqual(70);
    rows.push(...page.recordings);
    after = page.next;
  }
  return rows;
}

/** Many that are alike in all that the table is sorted by, and some of every kind. */
async function fill(db: Database, count: number): Promise<void> {
  const states = ["published", "published", "published", "preparing", "failed"] as const;
  await changeLibrary(db, async (trx) => {
    for (let index = 0; index < count; index++) {
      const isTrashed = index % 17 === 0;
      const captions = (["captions-1.vtt", "captions-2.vtt"] as const).slice(0, index % 4 === 1 ? 1 + (index % 2) : 0);
      const id = await addVideo(
        trx,
        {
          title: `${isTrashed ? "trashed " : ""}Video ${index % 100}`,
          addDate: new Date(Date.UTC(2018 + (index % 7), index % 5, 1 + (index % 20))),
          durationSeconds: index % 9 === 0 ? null : (index * 37) % 900,
          state: states[index % states.length] ?? "published",
          hidden: index % 7 === 0,
          level: [null, null, "silver", "gold", "gone"][index % 5] ?? null,
          memberId: null,
        },
        now,
      );
      await trx
        .updateTable("video")
        .set({
          song_count: index % 6,
          draft: index % 2 === 0,
          caption_count: captions.length,
          trashed_at: isTrashed ? now : null,
        })
        .where("id", "=", id)
        .execute();
      await saveAssets(trx, id, captions.map(makeAsset), now);
    }
  });
}
