import { spawnSync } from "node:child_process";
import { mkdtempDisposable, readdir, readFile, rename, stat, utimes, writeFile } from "node:fs/promises";
import { hostname, tmpdir } from "node:os";
import path from "node:path";
import { expect, it } from "vitest";
import { openMedia } from "#server/media/media.ts";
import { keepOriginal, makeScratch, noteAdding, originalOf } from "#server/media/store/store.ts";
import { newVideoId } from "#server/library/add.ts";
import { makeWave } from "#server/testing/clips.ts";
import { openTestIncoming } from "#server/testing/incoming.ts";
import { readEntries } from "#server/library/songs/set-list.ts";
import { saveSetList } from "#server/library/songs/save.ts";
import { addEditor } from "#server/testing/songs.ts";
import { findOne } from "./folder/walk.ts";
import { dropUnfinished, takeIn } from "./take-in.ts";
import { updateTaken } from "./update.ts";

it("files that a killed process had stored without a row are deleted at the next start; those with a row stay", async () => {
  await using place = await openTestIncoming();
  const { db, media } = place.parts;
  await using folder = await mkdtempDisposable(path.join(tmpdir(), "stagedoor-take-in-"));
  const file = path.join(folder.path, "song.wav");
  await writeFile(file, makeWave(Buffer.from("one")));
  const { id } = await takeIn(place.parts, { file, name: "song.wav", memberId: null });
  const orphan = newVideoId();
  const scratch = await makeScratch(media.store);
  for (const one of [id, orphan]) await noteAdding(scratch, one);
  await writeFile(path.join(scratch.folder, "original"), "no row");
  await keepOriginal(media.store, orphan, path.join(scratch.folder, "original"));
  // as if the process was another one, which is gone
  const { pid } = spawnSync(process.execPath, ["-e", ""]);
  const machine = hostname().replaceAll(/[^\w.-]/g, "_");
  await rename(scratch.folder, path.join(path.dirname(scratch.folder), `${machine}~${pid}-gone`));

  await using again = await openMedia(media.store.folder, { hasVideos: true });
  expect([...again.unfinished].toSorted()).toEqual([id, orphan].toSorted());
  await dropUnfinished({ db, media: again });
  expect(await readFile(originalOf(media.store, id))).toEqual(await readFile(file));
  await expect(readFile(originalOf(media.store, orphan))).rejects.toThrow("ENOENT");
  expect(await readdir(path.dirname(scratch.folder))).toEqual([]);
});

it("a file that is known is recognised where it is, even on a disk that is full", async () => {
  await using place = await openTestIncoming();
  await using folder = await mkdtempDisposable(path.join(tmpdir(), "stagedoor-take-in-"));
  const file = path.join(folder.path, "song.wav");
  await writeFile(file, makeWave(Buffer.from("one")));
  const { id } = await takeIn(place.parts, { file, name: "song.wav", memberId: null });
  const full = { ...place.parts, config: { ...place.parts.config, leastFreeBytes: Number.MAX_SAFE_INTEGER } };
  expect(await takeIn(full, { file, name: "other.wav", memberId: null })).toEqual({ id, isNew: false, notes: [] });
  await writeFile(file, makeWave(Buffer.from("two")));
  await expect(takeIn(full, { file, name: "other.wav", memberId: null })).rejects.toMatchObject({ code: "no-room" });
});

it("a linked file is the same file, and the archive keeps it when its first name is deleted", async () => {
  await using place = await openTestIncoming();
  const { media } = place.parts;
  const file = path.join(path.dirname(place.folder), "song.wav");
  const song = makeWave(Buffer.from("one"));
  await writeFile(file, song);
  const { id } = await takeIn(place.parts, { file, name: "song.wav", memberId: null, mayLink: true });
  await writeFile(`${file}.new`, "another");
  await rename(`${file}.new`, file);
  expect(await readFile(originalOf(media.store, id))).toEqual(song);
});

it("the chapters that a file brings along are its set list, until somebody saves another one", async () => {
  await using place = await openTestIncoming();
  const { db } = place.parts;
  await using folder = await mkdtempDisposable(path.join(tmpdir(), "stagedoor-take-in-"));
  const file = path.join(folder.path, "song.wav");
  await writeFile(file, makeWave(Buffer.from("one")));
  const chapters = [
    { start: 0, title: "Intro" },
    { start: 0.1, title: "01. Blackbird (The Beatles cover)" },
    { start: 0.3, title: "Set 2" },
    { start: 0.6, title: "Harbour Lights ft. Ada" },
  ];
  await writeFile(path.join(folder.path, "song.json"), JSON.stringify({ title: "A night", chapters }));
  const { surroundings } = await findOne(file);
  const { id } = await takeIn(place.parts, { file, name: "song.wav", memberId: null, surroundings });
  const list = await readEntries(db, id);
  expect(
    list.map(({ start, talk, songs, guest }) => [start, talk ?? songs[0]?.title, songs[0]?.artist, guest]),
  ).toEqual([
    [0, "Intro", undefined, null],
    [0.1, "Blackbird", "The Beatles", null],
    [0.3, "Set 2", undefined, null],
    [0.6, "Harbour Lights", null, "Ada"],
  ]);

  const editor = await addEditor(db);
  await saveSetList(db, editor, { id, revision: 1, entries: [] });
  await updateTaken(place.parts, { id, file, name: "song.wav", place: "song.wav", surroundings });
  expect(await readEntries(db, id)).toEqual([]);
});

it("an import that runs again reads no file a second time, unless it has changed", async () => {
  await using place = await openTestIncoming();
  await using folder = await mkdtempDisposable(path.join(tmpdir(), "stagedoor-take-in-"));
  const file = path.join(folder.path, "song.wav");
  await writeFile(file, makeWave(Buffer.from("one")));
  let bytes = 0;
  const add = async () => {
    bytes = 0;
    const onBytes = (count: number) => void (bytes = Math.max(bytes, count));
    return takeIn(place.parts, { file, name: "song.wav", memberId: null, staysThere: true, onBytes });
  };
  const { id } = await add();
  expect(bytes).toBeGreaterThan(0);
  expect([await add(), bytes]).toEqual([{ id, isNew: false, notes: [] }, 0]);

  // the same size and the same time of writing, as some programs set it
  const { atime, mtime } = await stat(file);
  await writeFile(file, makeWave(Buffer.from("two")));
  await utimes(file, atime, mtime);
  expect((await add()).isNew).toBe(true);
  expect([(await add()).isNew, bytes]).toEqual([false, 0]);
});
