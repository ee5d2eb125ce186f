// What a song's page, the list of songs and search say: each audience only gets what it may see, in every count.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Audience, audiences } from "#server/access/visible.ts";
import type { Database } from "#server/database/open.ts";
import { setHidden, type Editor } from "#server/library/edit.ts";
import { databaseKinds, openTestDatabase, type TestDatabase } from "#server/testing/databases.ts";
import { addEditor, addPlayed, entriesOf } from "#server/testing/songs.ts";
import { countFigures } from "./figures.ts";
import { matchSongs } from "./match.ts";
import { listPerformances } from "./performances.ts";
import { searchSongs } from "./search.ts";
import { createSongLists, type SongLists } from "./song-list.ts";
import { getSong } from "./song.ts";

describe.each(databaseKinds)("songs, on %s", (kind) => {
  let database: TestDatabase;
  let db: Database;
  let editor: Editor;
  let lists: SongLists;
  let hiddenId: string;
  beforeAll(async () => {
    database = await openTestDatabase(kind);
    db = database.db;
    editor = await addEditor(db);
    lists = createSongLists(db);
    const add = (date: string, setList: string, hidden = false) =>
      addPlayed(db, editor, { title: `Night ${date}`, date: `${date}T20:00:00Z`, setList, hidden });
    await add("2019-03-01", "0:00 River\n4:00 Rain\n6:00 Harbour");
    await add("2020-05-01", "0:00 Rain\n5:00 Banter\n6:00 River (ft. Anna)\n7:00 Harbour");
    await add("2020-08-01", "0:00 Medley: River / Boats\n20:00 Rain\n30:00 River");
    hiddenId = await add("2021-01-01", "0:00 Canary\n1:00 River\n2:00 Canary Two", true);
  });
  afterAll(() => database[Symbol.asyncDispose]());

  const idOf = async (title: string) =>
    (await lists.all(audiences.editors)).find((song) => song.title === title)?.id ?? "none";

  it("list each performance newest first, page by page, without those of hidden recordings", async () => {
    const songId = await idOf("River");
    const all = async (audience: Audience) => {
      const seen: string[] = [];
      for (let after: string | undefined; ;) {
        const { performances, next } = await listPerformances(db, audience, { songId, limit: 1, after });
        seen.push(...performances.map(({ played_at, start }) => `${played_at.slice(0, 10)} ${start}`));
        if (next === null) return seen;
        after = next;
      }
    };
    const visible = ["2020-08-01 1800", "2020-08-01 0", "2020-05-01 360", "2019-03-01 0"];
    expect(await all(audiences.viewers)).toEqual(visible);
    expect(await all(audiences.editors)).toEqual(["2021-01-01 60", ...visible]);
    expect((await listPerformances(db, null, { songId, limit: 10 })).performances).toEqual([]);
    await expect(listPerformances(db, audiences.viewers, { songId, limit: 1, after: "x" })).rejects.toMatchObject({
      code: "bad-input",
    });
  });

  it("count how often, when first and last, by year, longest and shortest, before and after, for each audience", async () => {
    const figures = await countFigures(db, audiences.viewers, await idOf("River"));
    expect(figures).toMatchObject({
      ...{ times: 4, recordings: 3 },
      first: { played_at: "2019-03-01T20:00:00.000Z", length: 240 },
      last: { played_at: "2020-08-01T20:00:00.000Z", start: 1800, length: 1800 },
      longest: { length: 1800 },
      shortest: { length: 60, guest: "Anna" },
      years: [
        { year: 2019, times: 1 },
        { year: 2020, times: 3 },
      ],
    });
    const show = (list: { title: string; times: number }[]) =>
      list.map(({ title, times }) => `${title} ${times}`).toSorted();
    expect(show(figures.before)).toEqual(["Rain 2"]);
    expect(show(figures.after)).toEqual(["Harbour 1", "Rain 2"]);
    const more = await countFigures(db, audiences.editors, await idOf("River"));
    expect(more).toMatchObject({ times: 5, years: [{}, {}, { year: 2021, times: 1 }] });
    expect(show(more.before)).toEqual(["Canary 1", "Rain 2"]);
  });

  it("that were only played in hidden recordings do not exist for members, until they are shown", async () => {
    const canary = await idOf("Canary");
    await expect(getSong(db, audiences.viewers, canary)).rejects.toMatchObject({ code: "not-found" });
    await expect(getSong(db, null, await idOf("River"))).rejects.toMatchObject({ code: "not-found" });
    expect((await getSong(db, audiences.editors, canary)).title).toBe("Canary");
    const titles = async () => (await lists.page(audiences.viewers, {})).songs.map(({ title }) => title);
    expect(await titles()).toEqual(["Boats", "Harbour", "Rain", "River"]);
    expect(await searchSongs(db, lists, { audience: audiences.viewers, q: "canary", limit: 5 })).toMatchObject({
      found: [],
      total: 0,
    });
    await setHidden(db, editor, { id: hiddenId, hidden: false });
    expect(await titles()).toEqual(["Boats", "Canary", "Canary Two", "Harbour", "Rain", "River"]);
    await db.updateTable("video").set({ thumbnail_hash: "face" }).execute();
    await setHidden(db, editor, { id: hiddenId, hidden: true });
    expect(await titles()).toEqual(["Boats", "Harbour", "Rain", "River"]);
    // nor does its picture show
    const pictures = async (audience: Audience) =>
      (await lists.page(audience, {})).songs.map(({ thumbnail_url }) => thumbnail_url ?? "none").join(" ");
    expect(await pictures(audiences.viewers)).not.toMatch(new RegExp(`none|${hiddenId}`));
    expect(await pictures(audiences.editors)).toContain(hiddenId);
  });

  it("are listed by title, by times played and by last played, in pages that neither skip nor repeat", async () => {
    const list = async (sort: "title" | "times" | "last") => {
      const titles: string[] = [];
      for (let after: string | undefined; ;) {
        const page = await lists.page(audiences.viewers, { sort, limit: 2, after });
        expect(page.total).toBe(4);
        titles.push(...page.songs.map(({ title, times }) => `${title} ${times}`));
        if (page.next === null) return titles;
        after = page.next;
      }
    };
    expect(await list("title")).toEqual(["Boats 1", "Harbour 2", "Rain 3", "River 4"]);
    expect(await list("times")).toEqual(["River 4", "Rain 3", "Harbour 2", "Boats 1"]);
    expect(await list("last")).toEqual(["Boats 1", "Rain 3", "River 4", "Harbour 2"]);
  });

  it("are found by their names in any script, with the newest moment one may see", async () => {
    await addPlayed(db, editor, {
      setList: "0:00 夜に駆ける\n3:00 Café Noir\n4:00 שיר ים",
      date: "2018-01-01T00:00:00Z",
    });
    const find = async (q: string) =>
      (await searchSongs(db, lists, { audience: audiences.viewers, q, limit: 5 })).found.map(
        ({ song, newest }) => `${song.title} ${newest.start}`,
      );
    expect(await find("駆ける")).toEqual(["夜に駆ける 0"]);
    expect(await find("cafe")).toEqual(["Café Noir 180"]);
    expect(await find("ים")).toEqual(["שיר ים 240"]);
    expect(await find("river")).toEqual(["River 1800"]);
    expect(await find("  ")).toEqual([]);
    expect(await find("100%")).toEqual([]);
  });

  it("are known again in a text by the same name, and offered where the spelling is nearly the same", async () => {
    const { entries, similar } = matchSongs(
      entriesOf("0:00 RIVER\n1:00 Harbor\n2:00 The Boats\n3:00 Rein\n4:00 Unknown"),
      await lists.all(audiences.editors),
    );
    expect(entries.map(({ songs }) => songs[0]?.id !== null)).toEqual([true, false, false, false, false]);
    expect(similar.map(({ title, songs }) => [title, songs.map((song) => song.title)])).toEqual([
      ["Harbor", ["Harbour"]],
      ["The Boats", ["Boats"]],
    ]);
  });

  it("of the last time that a song was played, no more is told than is known", async () => {
    const add = (date: string, setList: string) => addPlayed(db, editor, { date: `${date}T00:00:00Z`, setList });
    const [year, month, day] = [
      await add("2022-01-01", "0:00 Yearly"),
      await add("2022-05-01", "0:00 Monthly\n1:00 Yearly"),
      await add("2022-05-02", "0:00 Daily\n1:00 Monthly"),
    ];
    const know = (id: string | undefined, only_known: "month" | "year") =>
      db
        .updateTable("video")
        .set({ time_missing: true, only_known })
        .where("id", "=", id ?? "")
        .execute();
    await know(year, "year");
    const find = async (title: string) => {
      const { songs } = await createSongLists(db).page(audiences.viewers, { q: title });
      return [songs[0]?.last_played?.slice(0, 10), songs[0]?.only_known];
    };
    expect(await find("Yearly")).toEqual(["2022-05-01", undefined]);
    await know(month, "month");
    expect(await find("Yearly")).toEqual(["2022-05-01", "month"]);
    expect(await find("Monthly")).toEqual(["2022-05-02", undefined]);
    await know(day, "year");
    expect(await find("Daily")).toEqual(["2022-05-02", "year"]);
  });
});
