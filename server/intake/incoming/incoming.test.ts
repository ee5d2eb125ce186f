import { randomBytes } from "node:crypto";
import { appendFileSync, readdirSync, statSync } from "node:fs";
import {
  appendFile,
  mkdir,
  mkdtempDisposable,
  open,
  readdir,
  readFile,
  rm,
  truncate,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it, vi } from "vitest";
import { makeWave } from "#server/testing/clips.ts";
import { openTestIncoming } from "#server/testing/incoming.ts";
import { joinName } from "#server/intake/folder/byte-name.ts";
import { readIncoming } from "./report.ts";
import { takeIn } from "#server/intake/take-in.ts";

vi.setConfig({ testTimeout: 120_000 });

const makeSong = () => makeWave(randomBytes(64));

it("what is refused keeps its sidecar, and overwrites nothing that was refused before", async () => {
  await using place = await openTestIncoming();
  const { folder } = place;
  await using incoming = await place.watch();
  const drop = async (files: Record<string, string>) => {
    for (const [name, text] of Object.entries(files)) await writeFile(path.join(folder, name), text);
    for (const _ of [1, 2]) await incoming.look();
    expect(await readdir(folder)).toEqual(["refused"]);
  };
  await drop({ "song.mkv": "no recording", "song.json": '{"title": "First"}' });
  await drop({ "song.mkv": "nor this", "song.mkv.json": '{"title": "Second"}' });
  // of another kind, but the first one's sidecar would be taken for its own
  await drop({ "song.mp4": "nor that" });

  const refused = path.join(folder, "refused");
  const names = await readdir(refused);
  const found = await Promise.all(names.map((name) => readFile(path.join(refused, name), "utf8")));
  const why = expect.stringMatching(/\.\n$/);
  expect(Object.fromEntries(names.map((name, index) => [name, found[index]]))).toEqual({
    "song.mkv": "no recording",
    "song.json": '{"title": "First"}',
    "song.mkv.txt": why,
    "song (2).mkv": "nor this",
    "song (2).mkv.json": '{"title": "Second"}',
    "song (2).mkv.txt": why,
    "song (2).mp4": "nor that",
    "song (2).mp4.txt": why,
  });
});

// elsewhere nobody can tell that it is open
it.runIf(process.platform === "linux")(
  "a file that a program has open for writing waits until it is closed, and is then added completely",
  async () => {
    await using place = await openTestIncoming();
    await using incoming = await place.watch();
    const file = path.join(place.folder, "song.wav");
    const song = makeSong();
    const handle = await open(file, "w");
    await handle.write(song.subarray(0, 8100));
    for (const _ of [1, 2, 3]) await incoming.look();
    expect(await place.readOriginals()).toEqual([]);
    expect(await readIncoming(place.folder)).toMatchObject({
      entries: [{ name: "song.wav", state: "open" }],
      total: 1,
    });
    await handle.write(song.subarray(8100));
    await handle.close();
    for (const _ of [1, 2]) await incoming.look();
    expect(await place.readOriginals()).toMatchObject([{ name: "song.wav", original: song }]);
    expect(await readdir(place.folder)).toEqual([]);
  },
);

it("a file that has not been unchanged for long enough waits, and says since when", async () => {
  const firstSeen = new Date("2026-05-01T20:00:00Z");
  await using place = await openTestIncoming({ now: () => firstSeen });
  await using incoming = await place.watch({ stillMs: 30_000 });
  await writeFile(path.join(place.folder, "song.wav"), makeSong());
  for (const _ of [1, 2, 3]) await incoming.look();
  expect(await place.readOriginals()).toEqual([]);
  const sentence = "Waiting until it has been unchanged for 30 seconds.";
  expect(await readIncoming(place.folder)).toEqual({
    entries: [{ name: "song.wav", bytes: 8108, state: "waiting", since: firstSeen.toISOString(), sentence }],
    total: 1,
  });
});

it("a file that changes while it is copied is not published, and is added completely afterwards", async () => {
  await using place = await openTestIncoming();
  await using incoming = await place.watch();
  const file = path.join(place.folder, "song.wav");
  await writeFile(file, makeSong());
  // long to copy, and quick to make
  await truncate(file, 64_000_000);
  await incoming.look();
  const looking = incoming.look();
  while (!hasBegun(place.parts.media.store.folder)) await new Promise(setImmediate);
  appendFileSync(file, "and the end");
  await looking;
  expect(await place.readOriginals()).toEqual([]);
  expect(await readdir(place.folder)).toEqual(["not-taken.txt", "song.wav"]);
  expect(readdirSync(path.join(place.parts.media.store.folder, "aside"))).toEqual([]);
  for (const _ of [1, 2]) await incoming.look();
  const [taken] = await place.readOriginals();
  expect(taken?.original.subarray(64_000_000).toString()).toBe("and the end");
});

function hasBegun(store: string): boolean {
  const scratch = path.join(store, "aside");
  try {
    return readdirSync(scratch).some((name) => statSync(path.join(scratch, name, "original")).size > 0);
  } catch {
    return false;
  }
}

it("a copy that is not confirmed before it is published leaves nothing behind", async () => {
  await using place = await openTestIncoming();
  const { db, media } = place.parts;
  await using _incoming = await place.watch();
  const file = path.join(place.folder, "song.wav");
  await writeFile(file, makeSong());
  for (const good of [0, 1]) {
    let asked = 0;
    const confirm = async () => {
      asked += 1;
      if (asked > good) throw new Error("it has changed");
    };
    await expect(takeIn(place.parts, { file, name: "song.wav", memberId: null, confirm })).rejects.toThrow("changed");
  }
  expect(await db.selectFrom("video").select("id").execute()).toEqual([]);
  const left = readdirSync(media.store.folder, { recursive: true }).map(String);
  expect(left.filter((name) => name.includes("original"))).toEqual([]);
});

it("a file that changes after it was published stays, and becomes another recording", async () => {
  let isChanged = false;
  const change = { now: () => new Date() };
  await using place = await openTestIncoming({ now: () => change.now() });
  await using incoming = await place.watch();
  const file = path.join(place.folder, "song.wav");
  const song = makeSong();
  await writeFile(file, song);
  await incoming.look();
  // asked for the time when everything is compared and the row is about to be written
  change.now = () => {
    const isBeingPublished = readdirSync(place.parts.media.store.folder, { recursive: true }).some((name) =>
      /^..\/\w{26}\/original$/.test(String(name)),
    );
    if (isBeingPublished && !isChanged) {
      isChanged = true;
      appendFileSync(file, "and the end");
    }
    return new Date();
  };
  await incoming.look();
  expect(isChanged).toBe(true);
  expect((await place.readOriginals()).map(({ original }) => original)).toEqual([song]);
  expect(await readdir(place.folder)).toEqual(["not-taken.txt", "song.wav"]);
  for (const _ of [1, 2]) await incoming.look();
  const originals = (await place.readOriginals()).map(({ original }) => original);
  expect(originals).toContainEqual(Buffer.concat([song, Buffer.from("and the end")]));
  expect(await readdir(place.folder)).toEqual([]);
});

it("a file that an unseen program changes after it was added is put back, and overwrites nothing", async () => {
  await using place = await openTestIncoming();
  await using incoming = await place.watch({ keepMs: 1e9 });
  const { folder } = place;
  const [first, second] = [makeSong(), makeSong()];
  await writeFile(path.join(folder, "song.wav"), first);
  for (const _ of [1, 2, 3]) await incoming.look();
  const [scratch = ""] = await readdir(folder);
  expect(scratch).toMatch(/^\.taken-/);
  await appendFile(path.join(folder, scratch, "song.wav"), "and the end");
  await writeFile(path.join(folder, "song.wav"), second);
  await incoming.look();
  expect(await readdir(folder)).toEqual(["not-taken.txt", "song (2).wav", "song.wav"]);
  await incoming.look();
  const originals = (await place.readOriginals()).map(({ original }) => original);
  expect(originals).toHaveLength(3);
  expect(originals).toContainEqual(Buffer.concat([first, Buffer.from("and the end")]));
  expect(originals).toContainEqual(second);
});

it("files that were added are deleted by the server that starts next", async () => {
  await using place = await openTestIncoming();
  await writeAndTake(place, 1e9);
  expect(await readdir(place.folder)).toEqual([expect.stringMatching(/^\.taken-/)]);
  await using incoming = await place.watch();
  await incoming.look();
  expect(await readdir(place.folder)).toEqual([]);
  expect(await place.readOriginals()).toHaveLength(1);
});

async function writeAndTake(place: Awaited<ReturnType<typeof openTestIncoming>>, keepMs: number): Promise<void> {
  await using incoming = await place.watch({ keepMs });
  await writeFile(path.join(place.folder, "song.wav"), makeSong());
  for (const _ of [1, 2]) await incoming.look();
}

it("a file whose check is stopped every time is tried three times and then refused, and stops no other", async () => {
  await using place = await openTestIncoming();
  const { folder } = place;
  await using programs = await mkdtempDisposable(path.join(tmpdir(), "stagedoor-programs-"));
  const tried = path.join(programs.path, "tried");
  const stop = `case "$*" in *ffprobe*) grep -q "stops it" "$(ls -t ${place.parts.media.store.folder}/aside/*/original | head -1)" && { echo >>${tried}; exit 137; } ;; esac`;
  await writeFile(path.join(programs.path, "nice"), `#!/bin/sh\n${stop}\nexec /usr/bin/nice "$@"\n`, { mode: 0o755 });
  vi.stubEnv("PATH", `${programs.path}:${process.env["PATH"]}`);
  await using _ = { [Symbol.asyncDispose]: async () => void vi.unstubAllEnvs() };
  await using incoming = await place.watch();
  await writeFile(path.join(folder, "bad.wav"), Buffer.concat([makeSong(), Buffer.from("stops it")]));
  for (const _look of [1, 2, 3]) await incoming.look();
  expect(await readdir(folder)).toContain("bad.wav");
  await writeFile(path.join(folder, "good.wav"), makeSong());
  for (const _look of [1, 2, 3]) await incoming.look();
  expect(await readFile(tried, "utf8")).toBe("\n\n\n");
  expect(await readdir(path.join(folder, "refused"))).toEqual(["bad.wav", "bad.wav.txt"]);
  expect(await readFile(path.join(folder, "refused", "bad.wav.txt"), "utf8")).toContain("could not be checked");
  expect((await place.readOriginals()).map(({ name }) => name)).toEqual(["good.wav"]);
});

it("names are bytes: a file whose name is not UTF-8 is added like any other, and stops no other", async () => {
  await using place = await openTestIncoming();
  await using incoming = await place.watch();
  const odd = [
    Buffer.from("caf\xe9.wav", "latin1"),
    Buffer.from([0xff, 0xfe, 0x2e, 0x77, 0x61, 0x76]),
    Buffer.from(`${"x".repeat(251)}.wav`),
    Buffer.from("two\nlines.wav"),
    Buffer.from("🎸.wav"),
  ];
  for (const name of odd) await writeFile(joinName(place.folder, name), makeSong());
  await writeFile(joinName(place.folder, Buffer.from("caf\xe9.json", "latin1")), '{"title": "In the café"}');
  for (const _ of [1, 2]) await incoming.look();
  expect(await readdir(place.folder)).toEqual([]);
  const names = (await place.readOriginals()).map(({ name }) => name);
  expect(names.toSorted()).toEqual([...odd.slice(2).map(String), "café.wav", "ÿþ.wav"].toSorted());
  const titles = await place.parts.db.selectFrom("video").select("title").execute();
  expect(titles).toContainEqual({ title: "In the café" });
});

it("a hidden or unfinished file whose name is not UTF-8 is not taken, and says why", async () => {
  await using place = await openTestIncoming();
  await using incoming = await place.watch();
  const names = [".caf\xe9.wav", "caf\xe9.wav.part"].map((name) => Buffer.from(name, "latin1"));
  for (const name of names) await writeFile(joinName(place.folder, name), makeSong());
  for (const _ of [1, 2, 3]) await incoming.look();
  expect(await place.readOriginals()).toEqual([]);
  const { entries } = await readIncoming(place.folder);
  expect(entries.map(({ state }) => state)).toEqual(["unfinished", "unfinished"]);
});

it("two recordings of one name and one sidecar are both described by it", async () => {
  await using place = await openTestIncoming();
  await using incoming = await place.watch();
  await writeFile(path.join(place.folder, "song.json"), '{"title": "Secret", "hidden": true}');
  for (const name of ["song.wav", "song.wave"]) await writeFile(path.join(place.folder, name), makeSong());
  for (const _ of [1, 2]) await incoming.look();
  const rows = await place.parts.db.selectFrom("video").select(["title", "hidden"]).execute();
  expect(rows.map(({ title, hidden }) => [title, hidden])).toEqual([
    ["Secret", true],
    ["Secret", true],
  ]);
  expect(await readdir(place.folder)).toEqual([]);
});

it("subfolders are read, and files beside a recording go with it", async () => {
  await using place = await openTestIncoming();
  await using incoming = await place.watch();
  const { folder } = place;
  const write = (name: string, content: string | Buffer) => writeFile(path.join(folder, name), content);
  await mkdir(path.join(folder, "2024-05-01 Berlin", "second set"), { recursive: true });
  await write("2024-05-01 Berlin/Late Show.wav", makeSong());
  await write("2024-05-01 Berlin/Late Show.description", "Played in the yard.");
  await write("2024-05-01 Berlin/Late Show.en.srt", "1\n00:00:00,100 --> 00:00:00,900\nSing along\n");
  await write("2024-05-01 Berlin/second set/song.wav", makeSong());
  await write(
    "2024-05-01 Berlin/second set/song.nfo",
    "<!DOCTYPE x [<!ENTITY a 'b'>]><movie><title>&a;</title></movie>",
  );
  await write("2024-05-01 Berlin/set list.txt", "not ours");
  for (const _ of [1, 2]) await incoming.look();
  const rows = await place.parts.db.selectFrom("video").selectAll().orderBy("title").execute();
  expect(
    rows.map(({ title, description, add_date }) => [title, description, add_date.toISOString().slice(0, 10)]),
  ).toEqual([
    ["Late Show", "Played in the yard.", "2024-05-01"],
    ["song", "", "2024-05-01"],
  ]);
  const left = (await readdir(folder, { recursive: true })).filter((name) => !name.endsWith("not-taken.txt"));
  expect(left.toSorted()).toEqual([
    "2024-05-01 Berlin",
    "2024-05-01 Berlin/second set",
    "2024-05-01 Berlin/set list.txt",
    "refused",
    "refused/song.nfo",
    "refused/song.nfo.txt",
  ]);
  expect(await readFile(path.join(folder, "refused", "song.nfo.txt"), "utf8")).toContain("XML entities");
  expect(await place.parts.db.selectFrom("asset").select("kind").execute()).toEqual([
    { kind: "brought-captions-1.vtt" },
  ]);
});

it("the same recording again with captions gets the captions, and keeps what an editor has changed", async () => {
  await using place = await openTestIncoming();
  await using incoming = await place.watch();
  const { db } = place.parts;
  const song = makeSong();
  await writeFile(path.join(place.folder, "song.wav"), song);
  for (const _ of [1, 2]) await incoming.look();
  await db.updateTable("video").set({ title: "By hand" }).execute();
  await writeFile(path.join(place.folder, "song.wav"), song);
  await writeFile(path.join(place.folder, "song.json"), '{"title": "From the file", "date": "2023-02-03"}');
  await writeFile(path.join(place.folder, "song.srt"), "1\n00:00:00,100 --> 00:00:00,900\nSing along\n");
  for (const _ of [1, 2]) await incoming.look();
  expect(await db.selectFrom("video").select(["title", "add_date", "time_missing"]).execute()).toEqual([
    { title: "By hand", add_date: new Date("2023-02-03"), time_missing: true },
  ]);
  expect(await db.selectFrom("asset").select("kind").execute()).toEqual([{ kind: "brought-captions-1.vtt" }]);
  expect(await readdir(place.folder)).toEqual([]);
});

it("a file that disappears between two checks is ignored", async () => {
  await using place = await openTestIncoming();
  await using incoming = await place.watch({ stillMs: 30_000 });
  await writeFile(path.join(place.folder, "song.wav"), makeSong());
  await incoming.look();
  await rm(path.join(place.folder, "song.wav"));
  await incoming.look();
  expect(await readdir(place.folder)).toEqual([]);
  expect(await readIncoming(place.folder)).toEqual({ entries: [], total: 0 });
});

it("a folder that has long been empty is still watched: what comes is added, and what a person deletes is no longer reported", async () => {
  await using place = await openTestIncoming();
  const { folder } = place;
  await using _ = await place.watch({ lookMs: 5 });
  const report = async () => (await readIncoming(folder)).entries.map(({ state }) => state);
  await sleep(200);
  await writeFile(path.join(folder, "text.mkv"), "no recording");
  await expect.poll(report).toEqual(["refused"]);
  await rm(path.join(folder, "refused"), { recursive: true });
  await expect.poll(report).toEqual([]);
  await sleep(200);
  await writeFile(path.join(folder, "song.wav"), makeSong());
  await expect.poll(async () => (await place.readOriginals()).length).toBe(1);
});

it("of copies the one whose name says most gives the title, and system files are no recordings", async () => {
  await using place = await openTestIncoming();
  await using incoming = await place.watch();
  const song = makeSong();
  for (const name of ["Late Show (1).wav", "Late Show.wav", "Copy of Late Show.wav"])
    await writeFile(path.join(place.folder, name), song);
  await writeFile(path.join(place.folder, "ehthumbs.db"), "x");
  for (const _ of [1, 2]) await incoming.look();
  const rows = await place.parts.db.selectFrom("video").select("title").execute();
  expect(rows).toEqual([{ title: "Late Show" }]);
  expect((await readIncoming(place.folder)).entries).toEqual([]);
});
