// Search by what is in recordings, over the same archive on both databases.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Audience, audienceOf, audiences } from "#server/access/visible.ts";
import { addVideo } from "#server/library/add.ts";
import { applyValues } from "#server/library/edit.ts";
import { listPage } from "#server/library/list.ts";
import { getVideo } from "#server/library/video.ts";
import { createSongLists } from "#server/library/songs/song-list.ts";
import { databaseKinds, openTestDatabase, type TestDatabase } from "#server/testing/databases.ts";
import { addEditor, addPlayed } from "#server/testing/songs.ts";
import type { FoundKind } from "#contract/search/kinds.ts";
import { indexCaptions } from "./index-text.ts";
import { createSearch } from "./search.ts";
import { searchTexts } from "./texts.ts";
import { changeLibrary } from "#server/library/version.ts";

const now = new Date("2026-05-01T00:00:00Z");
const recordings = [
  { title: "Harbour lights", description: "Recorded at the old pier, with a guest from Łódź." },
  { title: "Night bus", description: "The harbour again, and 100% rain." },
  { title: "夜会", description: "パーティーの夜。100_% live" },
  { title: "Été", description: "Un soir à Nîmes" },
  { title: "Hidden rehearsal", description: "Nobody may read harbour here", hidden: true },
  { title: "Gold night", description: "Only gold reads harbour here", level: "gold" },
];

describe.each(databaseKinds)("search, on %s", (kind) => {
  let database: TestDatabase;
  const ids = new Map<string, string>();
  beforeAll(async () => {
    database = await openTestDatabase(kind);
    const { db } = database;
    for (const [index, { hidden = false, level = null, ...given }] of recordings.entries()) {
      const addDate = new Date(now.getTime() - index * 86_400_000);
      const video = { ...given, hidden, level, addDate, memberId: null, state: "published" as const };
      ids.set(given.title, await changeLibrary(db, (trx) => addVideo(trx, video, now)));
    }
    await indexCaptions(db, ids.get("Night bus") ?? "", [
      [1, "Good evening"],
      [61.5, "The river sings the lower part"],
      [90, "The river"],
    ]);
  });
  afterAll(() => database[Symbol.asyncDispose]());

  const find = async (q: string, audience: Audience = audiences.viewers) =>
    (await searchTexts(database.db, { audience, q, limit: 10 })).found.map(({ video, where, text, marks, at }) => ({
      ...{ title: video.title, where, at },
      marked: marks.map(([from, to]) => text.slice(from, to)),
    }));

  it("finds words of descriptions in any script, and says where they are", async () => {
    expect(await find("lodz")).toEqual([{ title: "Harbour lights", where: "description", at: null, marked: ["Łódź"] }]);
    expect(await find("ぱーてぃー")).toMatchObject([{ title: "夜会", marked: ["パーティー"] }]);
    expect(await find("NIMES soir")).toMatchObject([{ title: "Été", marked: ["soir", "Nîmes"] }]);
    // the title alone is found by the list; with a word of the description it is here
    expect((await find("harbour")).map(({ title }) => title)).toEqual(["Night bus"]);
    expect((await find("harbour pier")).map(({ title }) => title)).toEqual(["Harbour lights"]);
    for (const nothing of ["", "   ", "zzz", '"', "'; --", "a* NEAR b"]) expect(await find(nothing)).toEqual([]);
  });

  it("takes every letter as it is, also those that mean something to a database, and words of one or two letters", async () => {
    expect((await find("100%")).map(({ title }) => title)).toEqual(["Night bus"]);
    expect((await find("100_%")).map(({ title }) => title)).toEqual(["夜会"]);
    expect((await find("夜。")).map(({ title }) => title)).toEqual(["夜会"]);
    expect((await find("à un")).map(({ title }) => title)).toEqual(["Été"]);
    expect(await find("_%")).toHaveLength(1);
  });

  it("finds what is said, with its second", async () => {
    expect(await find("river lower")).toEqual([
      { title: "Night bus", where: "captions", at: 61.5, marked: ["river", "lower"] },
    ]);
    expect(await find("bus evening")).toMatchObject([{ title: "Night bus", where: "captions", at: 1 }]);
  });

  it("finds for nobody what they may not watch", async () => {
    const titles = async (audience: Audience) => (await find("harbour here", audience)).map(({ title }) => title);
    const members = (more: { levels?: string[]; seesLocked?: boolean }) =>
      audienceOf({ canView: true, canEdit: false, levels: [], seesLocked: false, ...more }) ?? audiences.viewers;
    expect(await titles(audiences.viewers)).toEqual([]);
    expect(await titles(members({ seesLocked: true }))).toEqual([]);
    expect(await titles(members({ levels: ["gold"] }))).toEqual(["Gold night"]);
    expect((await titles(audiences.editors)).toSorted()).toEqual(["Gold night", "Hidden rehearsal"]);
  });

  it("follows every change at once", async () => {
    const { db } = database;
    const row = await getVideo(db, audiences.editors, ids.get("Été") ?? "");
    const editor = { memberId: null, now } as never;
    const edit = (values: object) => db.transaction().execute((trx) => applyValues(trx, row, { values, editor }));
    await edit({ title: "Ocean", description: "Un matin à Arles" });
    expect([await find("nimes"), (await find("arles")).length]).toEqual([[], 1]);
    const titled = async (q: string) =>
      (await listPage(db, audiences.viewers, { q, limit: 10 })).videos.map(({ title }) => title);
    expect([await titled("ocean"), await titled("ete")]).toEqual([["Ocean"], []]);
    await db.deleteFrom("video").where("id", "=", row.id).execute();
    expect([await find("arles"), await titled("ocean")]).toEqual([[], []]);
    expect(await db.selectFrom("search_text").select("id").where("video_id", "=", row.id).execute()).toEqual([]);
  });
});

describe.each(databaseKinds)("one search, on %s", (kind) => {
  let database: TestDatabase;
  let search: ReturnType<typeof createSearch>;
  beforeAll(async () => {
    database = await openTestDatabase(kind);
    const { db } = database;
    const editor = await addEditor(db);
    const add = (title: string, day: number, setList = "", hidden = false) =>
      addPlayed(db, editor, { title, date: `2026-01-${String(day).padStart(2, "0")}T00:00:00Z`, setList, hidden });
    await add("Kitchen Session", 1, "0:00 Salt\n3:00 Blue Hour");
    await add("Glasshouse", 2, "0:00 Blue Hour\n5:10 Salt");
    const spoken = await add("Salt of the earth", 3, "0:00 Lanterns");
    await add("Albany Hall", 4, "1:00 Saltlight");
    await add("Rehearsal of Secrets", 5, "0:00 Salt\n1:00 Unheard", true);
    await indexCaptions(db, spoken, [[7, "Every kichen has some"]]);
    for (let day = 6; day < 30; day++) {
      const id = await add(`Evening ${day}`, day, "2:00 Evensong");
      if (day % 3 === 0) await indexCaptions(db, id, [[day, "Applause"]]);
    }
    search = createSearch(db, createSongLists(db));
  });
  afterAll(() => database[Symbol.asyncDispose]());

  const find = async (q: string, more: { kind?: FoundKind; audience?: Audience; limit?: number } = {}) => {
    const found = await search({ audience: audiences.viewers, q, limit: 10, ...more });
    return {
      near: found.near,
      isNear: found.is_near,
      songs: found.songs?.found.map(({ song }) => `${song.title} ${song.times}`),
      recordings: found.recordings?.found.map(({ video, songs }) =>
        [video.title, ...songs.map(({ title, start }) => `${title} ${start}`)].join(": "),
      ),
      texts: found.texts?.found.map(({ video }) => video.title),
      totals: [found.songs?.total, found.recordings?.total, found.texts?.total],
    };
  };

  it("finds songs, and recordings by their titles and by the songs that were played there, and says which", async () => {
    expect(await find("salt")).toEqual({
      near: null,
      isNear: false,
      songs: ["Salt 2", "Saltlight 1"],
      recordings: ["Salt of the earth", "Albany Hall: Saltlight 60", "Glasshouse: Salt 310", "Kitchen Session: Salt 0"],
      texts: [],
      totals: [2, 4, 0],
    });
    expect((await find("salt blue")).recordings).toEqual([
      "Glasshouse: Blue Hour 0: Salt 310",
      "Kitchen Session: Salt 0: Blue Hour 180",
    ]);
    expect((await find("glasshouse salt")).recordings).toEqual(["Glasshouse: Salt 310"]);
  });

  it("finds nothing of what one may not watch, in no kind, count or guess", async () => {
    expect(await find("secrets")).toMatchObject({ near: null, totals: [0, 0, 0] });
    expect(await find("secretz")).toMatchObject({ near: null, totals: [0, 0, 0] });
    expect(await find("unherd")).toMatchObject({ near: null, totals: [0, 0, 0] });
    expect(await find("secretz", { audience: audiences.editors })).toMatchObject({ near: "secrets", isNear: true });
    expect((await find("salt", { audience: audiences.editors })).totals).toEqual([2, 5, 0]);
  });

  it("forgives small spelling mistakes, also in a word that is not typed to its end, and says so", async () => {
    expect(await find("kitcen sesion")).toMatchObject({
      near: "kitchen session",
      isNear: true,
      recordings: ["Kitchen Session"],
    });
    expect(await find("slat")).toMatchObject({ near: "salt", isNear: true, songs: ["Salt 2", "Saltlight 1"] });
    expect(await find("glashou")).toMatchObject({ near: "glasshouse", recordings: ["Glasshouse"] });
    // somebody has said it like that: it is offered, and what was typed is shown
    expect(await find("kichen")).toMatchObject({ near: "kitchen", isNear: false, texts: ["Salt of the earth"] });
    for (const q of ["zzz", "slt", "2027", "zzzzzzzz", "😀😀😀😀😀", "%%%%%", "\\____", "قهوةة"])
      expect(await find(q)).toMatchObject({ near: null, totals: [0, 0, 0] });
  });

  it.each(["songs", "recordings", "texts"] as const)("shows all %s page by page, none twice", async (of) => {
    const q = { songs: "e", recordings: "even", texts: "applause" }[of];
    const whole = await search({ audience: audiences.viewers, q, kind: of, limit: 100 });
    const seen: unknown[] = [];
    for (let after: string | undefined; ;) {
      const { [of]: page } = await search({ audience: audiences.viewers, q, kind: of, limit: 2, after });
      seen.push(...(page?.found ?? []));
      if (!page?.next) break;
      after = page.next;
    }
    expect(seen).toEqual(whole[of]?.found);
    expect(seen).toHaveLength(whole[of]?.total ?? -1);
    expect(seen.length).toBeGreaterThan(0);
  });

  it("refuses to go on from nonsense", async () => {
    for (const of of ["songs", "recordings", "texts"] as const)
      for (const after of ["%%%", "t%%%", "s%%%", ""])
        await expect(
          search({ audience: audiences.viewers, q: "salt", kind: of, limit: 2, after }),
        ).rejects.toMatchObject({
          code: "bad-input",
        });
  });
});
