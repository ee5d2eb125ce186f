import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { SetList } from "#contract/songs.ts";
import { audiences } from "#server/access/visible.ts";
import { purge } from "#server/cleanup/purge.ts";
import { restoreVideo, trashVideo } from "#server/cleanup/trash.ts";
import type { Database } from "#server/database/open.ts";
import { listHistory } from "#server/history/list.ts";
import { findChanges } from "#server/history/log.ts";
import { readChangeId } from "#server/history/change-id.ts";
import { saveVideo, setHidden, type Editor } from "#server/library/edit.ts";
import { changeLibrary } from "#server/library/version.ts";
import { describeVideo, getVideo } from "#server/library/video.ts";
import { databaseKinds } from "#server/testing/databases.ts";
import { openKeeping, type Keeping } from "#server/testing/keeping.ts";
import { addPlayed, entriesOf } from "#server/testing/songs.ts";
import { listPerformances } from "./performances.ts";
import { saveSetList } from "./save.ts";
import { readEntries } from "./set-list.ts";
import { writeText } from "./text/write-text.ts";
import { undoSetList } from "./undo.ts";

describe.each(databaseKinds)("a set list, on %s", (kind) => {
  let keeping: Keeping;
  let db: Database;
  let editor: Editor;
  let id: string;
  beforeAll(async () => {
    keeping = await openKeeping(kind);
    db = keeping.parts.db;
    editor = keeping.editor();
  });
  afterAll(() => keeping[Symbol.asyncDispose]());
  beforeEach(async () => {
    id = await addPlayed(db, editor);
  });

  const save = (text: string, revision: number) => saveSetList(db, editor, { id, revision, entries: entriesOf(text) });
  const read = async () => writeText(await readEntries(db, id));
  const undo = (change: string | null) =>
    changeLibrary(db, async (trx) => {
      const [found] = await findChanges(trx, [readChangeId(change ?? "")?.number ?? 0]);
      if (!found) throw new Error("no such change");
      return undoSetList(trx, editor, found);
    });
  const songOf = ({ entries }: SetList, index: number) => entries[index]?.songs[0]?.id ?? "";

  it("is saved as a whole and read back as it was, with parts, medleys, covers, guests and talk", async () => {
    const text = [
      "Set 1:",
      "0:00-3:20.5 One (The Sailors cover) >",
      "3:30 Medley: Two / Three (ft. Anna) (debut) (note: loud)",
      "Encore:",
      "50:00 Banter",
      "Four",
      "",
    ].join("\n");
    const { setList, change } = await save(text, 0);
    expect(setList.revision).toBe(1);
    expect(change).toMatch(/^c\d+$/);
    expect(await read()).toBe(text);
  });

  it("knows a song again by its title, whatever its accents and case, but not by another's artist", async () => {
    const { setList: one } = await save("0:00 Café Noir\n1:00 Rain (The Sailors cover)\n2:00 Rain", 0);
    const other = await addPlayed(db, editor);
    const { setList } = await saveSetList(db, editor, {
      id: other,
      revision: 0,
      entries: entriesOf("0:00 CAFE NOIR\n9:00 Rain"),
    });
    expect(songOf(setList, 0)).toBe(songOf(one, 0));
    expect(songOf(setList, 1)).toBe(songOf(one, 2));
    expect(songOf(one, 1)).not.toBe(songOf(one, 2));
  });

  it("is refused with the current one when somebody else has saved it meanwhile, and nothing changes", async () => {
    await save("0:00 One", 0);
    const stale = save("0:00 Two", 0);
    await expect(stale).rejects.toMatchObject({
      code: "conflict",
      currentSetList: { revision: 1, entries: [{ songs: [{ title: "One" }] }] },
    });
    expect(await read()).toBe("0:00 One\n");
  });

  it("that is sent twice, or changes nothing, is no conflict and no change", async () => {
    const { setList } = await save("0:00 One\n1:00 Two", 0);
    expect(await save("0:00 One\n1:00 Two", 0)).toEqual({ setList, change: null });
    expect((await saveSetList(db, editor, { id, ...setList })).change).toBe(null);
  });

  it("keeps the id of a performance that moves, and gives none to an entry of another recording", async () => {
    const { setList } = await save("0:00 One\n1:00 Two", 0);
    const [one, two] = setList.entries;
    if (!one || !two) throw new Error("two entries");
    const moved = [
      { ...two, start: 0 },
      { ...one, start: 60 },
    ];
    const saved = await saveSetList(db, editor, { id, revision: 1, entries: moved });
    expect(saved.setList.entries.map((entry) => entry.id)).toEqual([two.id, one.id]);
    const other = await addPlayed(db, editor);
    const stolen = await saveSetList(db, editor, { id: other, revision: 0, entries: [{ ...one, start: 5 }] });
    expect(stolen.setList.entries[0]?.id).not.toBe(one.id);
    expect((await readEntries(db, id)).map((entry) => entry.id)).toEqual([two.id, one.id]);
  });

  it("that is saved again from text keeps the ids of the songs it still has", async () => {
    const { setList } = await save("0:00 One\n1:00 Two\n2:00 One", 0);
    const [one, two, again] = setList.entries.map((entry) => entry.id);
    const saved = await save("0:10 Zero\n0:20 One\n1:00 Two\n2:00 One", 1);
    expect(saved.setList.entries.map((entry) => entry.id)).toEqual([expect.any(String), one, two, again]);
  });

  it.each([
    ["0:00 One", { end: 0 }, "ends before it starts"],
    ["1:00:05 One", {}, "is after the end of the recording"],
    ["One", { end: 5 }, "has an end but no start"],
    ["0:00 One", { talk: "Talk" }, "must have a song or a description"],
    ["0:00 One", { songs: [] }, "must have a song or a description"],
  ])("is refused with a sentence: %s with %o", async (text, more, sentence) => {
    const entries = entriesOf(text).map((entry) => ({ ...entry, ...more }));
    await expect(saveSetList(db, editor, { id, revision: 0, entries })).rejects.toMatchObject({
      code: "bad-input",
      message: expect.stringContaining(sentence),
    });
    expect(await readEntries(db, id)).toEqual([]);
  });

  it("is refused when times fall or overlap, or a song does not exist", async () => {
    const [one, two] = entriesOf("1:00-2:00 One\n3:00 Two");
    if (!one || !two) throw new Error("two entries");
    const unknown = { ...two, songs: two.songs.map((song) => ({ ...song, id: "a".repeat(26) })) };
    const lists = [
      [two, one],
      [{ ...one, end: 200 }, two],
      [one, unknown],
      [one, { ...two, songs: [...two.songs, ...two.songs] }],
    ];
    for (const entries of lists)
      await expect(saveSetList(db, editor, { id, revision: 0, entries })).rejects.toMatchObject({ code: "bad-input" });
  });

  it("is in the history, and undoing it brings back the list before, once", async () => {
    await save("0:00 One\n1:00 Two", 0);
    const { change } = await save("0:00 Three", 1);
    const { entries } = await listHistory(db, "editors", { video: id });
    expect(
      entries.map(({ kind, sentence, can_undo, fields }) => ({ kind, sentence, can_undo, fields })).slice(0, 2),
    ).toEqual([
      { kind: "set-list", sentence: "Changed the set list.", can_undo: true, fields: [] },
      { kind: "set-list", sentence: "Changed the set list.", can_undo: false, fields: [] },
    ]);
    const undone = await undo(change);
    expect(await read()).toBe("0:00 One\n1:00 Two\n");
    await expect(undo(change)).rejects.toMatchObject({ code: "conflict" });
    await undo(undone);
    expect(await read()).toBe("0:00 Three\n");
  });

  it("stays when an old page, which knows no set lists, saves the recording", async () => {
    const old = describeVideo(await getVideo(db, audiences.editors, id));
    await save("0:00 One", 0);
    const { row } = await saveVideo(db, editor, { id, edited: { ...old, title: "Renamed" } });
    expect(row.title).toBe("Renamed");
    expect(await read()).toBe("0:00 One\n");
    const { setList } = await save("0:00 Two", 1);
    expect(setList.revision).toBe(2);
  });

  it("goes with its recording into the trash, and is back when that is restored; deleted for good it leaves its songs", async () => {
    const { setList } = await save("0:00 Only here", 0);
    const songId = songOf(setList, 0);
    const count = async () =>
      (await listPerformances(db, audiences.editors, { songId, limit: 10 })).performances.length;
    await trashVideo(db, editor, id);
    expect(await count()).toBe(0);
    await expect(save("0:00 Two", 1)).rejects.toMatchObject({ code: "not-found" });
    await restoreVideo(db, editor, id);
    expect([await read(), await count()]).toEqual(["0:00 Only here\n", 1]);
    await trashVideo(db, editor, id);
    await purge(keeping.parts, id, editor);
    expect(await db.selectFrom("performance").select("id").where("video_id", "=", id).execute()).toEqual([]);
    expect(await db.selectFrom("song").select("title").where("id", "=", songId).execute()).toEqual([
      { title: "Only here" },
    ]);
  });

  it("of a recording that gets another date moves its performances to that date", async () => {
    const { setList } = await save("0:00 Moving", 0);
    const video = describeVideo(await getVideo(db, audiences.editors, id));
    await saveVideo(db, editor, { id, edited: { ...video, add_date: "2019-05-01T00:00:00Z" } });
    const { performances } = await listPerformances(db, audiences.viewers, { songId: songOf(setList, 0), limit: 1 });
    expect(performances[0]?.played_at).toBe("2019-05-01T00:00:00.000Z");
  });

  it("of a hidden recording is nobody's but the editors'", async () => {
    const { setList } = await save("0:00 Secret", 0);
    await setHidden(db, editor, { id, hidden: true });
    const songId = songOf(setList, 0);
    expect((await listPerformances(db, audiences.viewers, { songId, limit: 10 })).performances).toEqual([]);
    expect((await listPerformances(db, audiences.editors, { songId, limit: 10 })).performances).toHaveLength(1);
  });
});
