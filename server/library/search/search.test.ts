// Search by what is in recordings, over the same archive on both databases.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Audience } from "#server/access/visible.ts";
import { addVideo } from "#server/library/add.ts";
import { applyValues } from "#server/library/edit.ts";
import { listPage } from "#server/library/list.ts";
import { getVideo } from "#server/library/video.ts";
import { databaseKinds, openTestDatabase, type TestDatabase } from "#server/testing/databases.ts";
import { indexCaptions } from "./index-text.ts";
import { searchTexts } from "./search.ts";
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

  const find = async (q: string, audience: Audience = "viewers") =>
    (await searchTexts(database.db, { audience, q, limit: 10 })).map(({ video, where, text, marks, at }) => ({
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
    expect(await titles("viewers")).toEqual([]);
    expect(await titles("viewers+cards")).toEqual([]);
    expect(await titles("viewers gold")).toEqual(["Gold night"]);
    expect((await titles("editors")).toSorted()).toEqual(["Gold night", "Hidden rehearsal"]);
  });

  it("follows every change at once", async () => {
    const { db } = database;
    const row = await getVideo(db, "editors", ids.get("Été") ?? "");
    const editor = { memberId: null, now } as never;
    const edit = (values: object) => db.transaction().execute((trx) => applyValues(trx, row, { values, editor }));
    await edit({ title: "Ocean", description: "Un matin à Arles" });
    expect([await find("nimes"), (await find("arles")).length]).toEqual([[], 1]);
    const titled = async (q: string) =>
      (await listPage(db, "viewers", { q, limit: 10 })).videos.map(({ title }) => title);
    expect([await titled("ocean"), await titled("ete")]).toEqual([["Ocean"], []]);
    await db.deleteFrom("video").where("id", "=", row.id).execute();
    expect([await find("arles"), await titled("ocean")]).toEqual([[], []]);
    expect(await db.selectFrom("search_text").select("id").where("video_id", "=", row.id).execute()).toEqual([]);
  });
});
