import { describe, expect, it } from "vitest";
import type { EditedSong } from "#contract/songs.ts";
import { type Audience, audiences } from "#server/access/visible.ts";
import type { Database } from "#server/database/open.ts";
import { up as keepMergedNames } from "#server/database/migrations/022-merged-names.ts";
import { listHistory } from "#server/history/list.ts";
import { setHidden } from "#server/library/edit.ts";
import { readChangeId } from "#server/history/change-id.ts";
import { findEvent } from "#server/history/log.ts";
import { databaseKinds, openTestDatabase } from "#server/testing/databases.ts";
import { addEditor, addPlayed, entriesOf } from "#server/testing/songs.ts";
import { saveSong } from "./edit-song.ts";
import { mergeSong } from "./merge-songs.ts";
import { saveSetList } from "./save.ts";
import { readEntries } from "./set-list.ts";
import { describeSong, getSong } from "./song.ts";
import { createSongLists } from "./song-list.ts";
import { undoSong } from "./undo.ts";
import { changeLibrary } from "#server/library/version.ts";

describe.each(databaseKinds)("songs that editors change, on %s", (kind) => {
  const undo = (db: Database, change: string | null) =>
    changeLibrary(db, async (trx) => {
      const event = await findEvent(trx, readChangeId(change ?? "")?.number ?? 0);
      return event && undoSong(trx, { memberId: "ada", now }, event);
    });
  const now = new Date("2026-06-01T00:00:00Z");
  const titlesOf = async (db: Database, id: string) =>
    (await readEntries(db, id)).map(({ songs }) => songs.map(({ title }) => title));
  const listTitles = async (db: Database) =>
    (await createSongLists(db).page(audiences.editors, {})).songs.map(({ title, times }) => `${title} ${times}`);
  const findId = async (db: Database, title: string) =>
    (await db.selectFrom("song").select("id").where("title", "=", title).executeTakeFirstOrThrow()).id;
  const edit = async (db: Database, id: string, changes: Partial<EditedSong>) => {
    const { id: _id, ...song } = describeSong(await getSong(db, audiences.editors, id));
    return saveSong(db, { memberId: "ada", now }, { id, edited: { ...song, ...changes } });
  };

  it("a song gets another title, names, an artist, notes and lyrics; it is in the history and can be undone", async () => {
    await using database = await openTestDatabase(kind);
    const { db } = database;
    const editor = await addEditor(db);
    const night = await addPlayed(db, editor, { setList: "0:00 Rivr\n3:00 Two" });
    const id = await findId(db, "Rivr");
    const changes = {
      ...{ title: " River ", is_cover: true, artist: "The Sailors", other_names: ["Rivière", "river", "Rivière"] },
      ...{ notes: "Two lines\nof notes", lyrics_url: "https://lyrics.example/river" },
    };
    const { song, change } = await edit(db, id, changes);
    expect(song).toMatchObject({ ...changes, title: "River", other_names: ["Rivière"], revision: 2 });
    expect(await titlesOf(db, night)).toEqual([["River"], ["Two"]]);
    const found = await createSongLists(db).page(audiences.viewers, { q: "riviere" });
    expect(found.songs.map(({ title }) => title)).toEqual(["River"]);
    const [entry] = (await listHistory(db, "editors", { kind: "song" })).entries;
    expect(entry).toMatchObject({ id: change, who: "ada", can_undo: true });
    expect(entry?.sentence).toContain("of the song “Rivr”");
    expect((await edit(db, id, {})).change).toBeNull();

    await undo(db, change);
    expect(describeSong(await getSong(db, audiences.editors, id))).toMatchObject({
      title: "Rivr",
      artist: null,
      other_names: [],
    });
    await expect(undo(db, change)).rejects.toMatchObject({ code: "conflict" });
    expect((await listHistory(db, "editors", { kind: "song" })).entries.map(({ can_undo }) => can_undo)).toEqual([
      true,
      false,
    ]);
  });

  it("a stale change, the title of another song, and an artist without a cover are refused", async () => {
    await using database = await openTestDatabase(kind);
    const { db } = database;
    const editor = await addEditor(db);
    await addPlayed(db, editor, { setList: "0:00 One\n3:00 Two" });
    const id = await findId(db, "One");
    await edit(db, id, { notes: "x" });
    await expect(edit(db, id, { notes: "y", revision: 1 })).rejects.toMatchObject({ code: "conflict" });
    await expect(edit(db, id, { title: "TWO" })).rejects.toMatchObject({ code: "bad-input" });
    await expect(edit(db, id, { artist: "Somebody" })).rejects.toMatchObject({ code: "bad-input" });
    expect(await getSong(db, audiences.editors, id)).toMatchObject({ title: "One", notes: "x" });
  });

  it("of two merged songs one is left with the performances and names of both, and undo brings the other back", async () => {
    await using database = await openTestDatabase(kind);
    const { db } = database;
    const editor = await addEditor(db);
    const first = await addPlayed(db, editor, { setList: "0:00 River\n3:00 Two" });
    const second = await addPlayed(db, editor, { setList: "0:00 Rivr\n3:00 River / Rivr (medley)" });
    const before = await readEntries(db, second);
    const [river, rivr] = [await findId(db, "River"), await findId(db, "Rivr")];
    const counted = await listTitles(db);
    const { song, change } = await mergeSong(db, editor, { id: rivr, into: river });
    expect(song).toMatchObject({ id: river, title: "River", other_names: ["Rivr"] });
    expect(await titlesOf(db, second)).toEqual([["River"], ["River"]]);
    expect(await listTitles(db)).toEqual(["River 3", "Two 1"]);
    expect((await getSong(db, audiences.viewers, rivr)).id).toBe(river);
    await expect(mergeSong(db, editor, { id: rivr, into: river })).rejects.toMatchObject({ code: "bad-input" });

    // the old id and the old title mean the other song now: a page that was open before loses nothing
    const { setList } = await saveSetList(db, editor, {
      ...{ id: first, revision: 1 },
      entries: [...before.slice(0, 1), ...entriesOf("5:00 Rivr")],
    });
    expect(setList.entries.map(({ songs }) => songs.map(({ id }) => id))).toEqual([[river], [river]]);
    expect((await listHistory(db, "editors", { kind: "song" })).entries[0]).toMatchObject({
      ...{ id: change, sentence: "Merged the song “Rivr” into “River”.", can_undo: true },
    });

    await undo(db, change);
    expect(await readEntries(db, second)).toEqual(before);
    expect((await getSong(db, audiences.editors, rivr)).id).toBe(rivr);
    expect(await getSong(db, audiences.editors, river)).toMatchObject({ other_names: [] });
    expect(counted).toEqual(["River 2", "Rivr 2", "Two 1"]);
    expect(await titlesOf(db, first)).toEqual([["River"], ["River"]]);
  });

  it("a song that is merged on takes along what was merged into it before", async () => {
    await using database = await openTestDatabase(kind);
    const { db } = database;
    const editor = await addEditor(db);
    await addPlayed(db, editor, { setList: "0:00 A\n3:00 B\n6:00 C" });
    const [a, b, c] = [await findId(db, "A"), await findId(db, "B"), await findId(db, "C")];
    const first = await mergeSong(db, editor, { id: a, into: b });
    const second = await mergeSong(db, editor, { id: b, into: c });
    expect((await getSong(db, audiences.viewers, a)).id).toBe(c);
    await expect(undo(db, first.change)).rejects.toMatchObject({ code: "conflict" });
    await undo(db, second.change);
    expect((await getSong(db, audiences.viewers, a)).id).toBe(b);
    await undo(db, first.change);
    expect(await listTitles(db)).toEqual(["A 1", "B 1", "C 1"]);
  });

  it("members never find a merged song by a recording that is hidden from them", async () => {
    await using database = await openTestDatabase(kind);
    const { db } = database;
    const editor = await addEditor(db);
    await addPlayed(db, editor, { setList: "0:00 Secret\n3:00 Hidden too", hidden: true });
    const [one, other] = [await findId(db, "Secret"), await findId(db, "Hidden too")];
    await mergeSong(db, editor, { id: one, into: other });
    for (const id of [one, other])
      await expect(getSong(db, audiences.viewers, id)).rejects.toMatchObject({ code: "not-found" });
  });

  it("the names, notes and id of a merged song do not exist for members while only hidden recordings have it", async () => {
    await using database = await openTestDatabase(kind);
    const { db } = database;
    const editor = await addEditor(db);
    await addPlayed(db, editor, { setList: "0:00 River\n3:00 Two" });
    const hidden = await addPlayed(db, editor, {
      setList: "0:00 Secret\n3:00 Deeper\n6:00 River / Deeper (medley)",
      hidden: true,
    });
    const [river, secret, deeper] = [await findId(db, "River"), await findId(db, "Secret"), await findId(db, "Deeper")];
    await edit(db, secret, {
      other_names: ["Typed for it"],
      notes: "Hush",
      lyrics_url: "https://lyrics.example/secret",
    });
    await edit(db, river, { other_names: ["Stream"] });
    const look = async (audience: Audience) => {
      const { other_names, notes, lyrics_url } = describeSong(await getSong(db, audience, river));
      const find = async (q: string) => (await createSongLists(db).page(audience, { q })).songs.length;
      const found = [await find("stream"), await find("secret"), await find("deeper"), await find("typed")].join("");
      return { names: other_names.join(), notes, lyrics_url, found };
    };
    // one is merged on: its names must not become open by the name of the song between
    await mergeSong(db, editor, { id: deeper, into: secret });
    const { change } = await mergeSong(db, editor, { id: secret, into: river });
    const closed = { names: "Stream", notes: "", lyrics_url: null, found: "1000" };
    const open = { ...closed, names: "Stream,Secret,Typed for it,Deeper", found: "1111" };
    expect(await look(audiences.viewers)).toEqual(closed);
    expect(await look(audiences.editors)).toEqual(open);
    for (const id of [secret, deeper])
      await expect(getSong(db, audiences.viewers, id)).rejects.toMatchObject({ code: "not-found" });

    // to save something else changes nothing; nor does saving the set list again
    await edit(db, river, { notes: "Plain" });
    expect(await look(audiences.viewers)).toEqual({ ...closed, notes: "Plain" });
    await setHidden(db, editor, { id: hidden, hidden: false });
    expect(await look(audiences.viewers)).toEqual({ ...open, notes: "Plain" });
    expect((await getSong(db, audiences.viewers, deeper)).id).toBe(river);
    const entries = await readEntries(db, hidden);
    const again = entries.map((entry) => ({ ...entry, note: "again" }));
    await saveSetList(db, editor, { id: hidden, revision: 1, entries: again });
    expect(await look(audiences.viewers)).toEqual({ ...open, notes: "Plain" });
    await saveSetList(db, editor, { id: hidden, revision: 2, entries: entriesOf("0:00 Two") });
    expect(await look(audiences.viewers)).toEqual({ ...closed, notes: "Plain" });

    // typed on purpose
    const removed = await edit(db, river, { other_names: ["Stream"] });
    await undo(db, removed.change);
    expect(await look(audiences.viewers)).toEqual({ ...closed, notes: "Plain" });
    await edit(db, river, { other_names: ["Stream"] });
    await edit(db, river, { other_names: ["Stream", "Secret"] });
    expect(await look(audiences.viewers)).toMatchObject({ names: "Stream,Secret", found: "1100" });
    await expect(undo(db, change)).rejects.toMatchObject({ code: "conflict" });
  });

  it("what was merged before such names were kept apart is told apart by the history", async () => {
    await using database = await openTestDatabase(kind);
    const { db } = database;
    const editor = await addEditor(db);
    await addPlayed(db, editor, { setList: "0:00 River\n3:00 Rivr" });
    await addPlayed(db, editor, { setList: "0:00 Secret", hidden: true });
    const river = await findId(db, "River");
    for (const title of ["Rivr", "Secret"]) await mergeSong(db, editor, { id: await findId(db, title), into: river });
    await db.schema.dropTable("played_as").execute();
    await db.schema.alterTable("song").dropColumn("typed_names").execute();
    await db.schema.dropIndex("song_merged").execute();
    await keepMergedNames(db);
    expect((await getSong(db, audiences.editors, river)).other_names).toEqual(["Rivr", "Secret"]);
    expect((await getSong(db, audiences.viewers, river)).other_names).toEqual(["Rivr"]);
  });
});
