import { execFile } from "node:child_process";
import { mkdir, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { openTestIncoming } from "#server/testing/incoming.ts";
import { joinName } from "#server/intake/folder/byte-name.ts";
import { readIncoming } from "./report.ts";

it("for every file that is not added the folder and the studio say why, until it is gone", async () => {
  await using place = await openTestIncoming();
  const { folder } = place;
  await using incoming = await place.watch();
  const write = (name: string, text = "x") => writeFile(path.join(folder, name), text);
  await write("empty.wav", "");
  await write("empty.json", "{}");
  await write("lonely.json", "{}");
  await write("notes.txt");
  await write("song.mkv.part");
  await write("song.mkv.crdownload");
  await write(".song.mkv.Xy12");
  await write(".DS_Store");
  await writeFile(joinName(folder, Buffer.from("\xff\n.tmp", "latin1")), "x");
  await mkdir(path.join(folder, "album"));
  await write("album/notes.pdf");
  await symlink("/etc/hostname", path.join(folder, "link.wav"));
  await promisify(execFile)("mkfifo", [path.join(folder, "pipe.wav")]);
  await write("described.wav", "RIFF");
  await symlink("/dev/zero", path.join(folder, "described.json"));
  for (const _ of [1, 2]) await incoming.look();

  const { entries, total } = await readIncoming(folder);
  expect(total).toBe(entries.length);
  expect(Object.fromEntries(entries.map(({ name, state }) => [name, state]))).toEqual({
    "empty.wav": "empty",
    "lonely.json": "sidecar",
    "notes.txt": "text",
    "song.mkv.part": "unfinished",
    "song.mkv.crdownload": "unfinished",
    ".song.mkv.Xy12": "unfinished",
    "ÿ\ufffd.tmp": "unfinished",
    "album/notes.pdf": "text",
    "link.wav": "link",
    "pipe.wav": "special",
    "described.wav": "unreadable",
  });
  const text = await readFile(path.join(folder, "not-taken.txt"), "utf8");
  for (const { name, sentence } of entries)
    expect(text).toMatch(new RegExp(`^${RegExp.escape(name)}\n.*${RegExp.escape(sentence)}$`, "m"));
  expect(text).toContain("This is not a recording, so it is not added.");

  for (const name of await readdir(folder, { encoding: "buffer" })) {
    if (name.toString() !== "not-taken.txt") await rm(joinName(folder, name), { recursive: true });
  }
  await incoming.look();
  expect(await readdir(folder)).toEqual([]);
  expect(await readIncoming(folder)).toEqual({ entries: [], total: 0 });
});

it("a report that an earlier version has written is replaced, and somebody's own file of its name is not", async () => {
  await using place = await openTestIncoming();
  const report = path.join(place.folder, "not-taken.txt");
  await using incoming = await place.watch();
  await writeFile(path.join(place.folder, "song.mkv.part"), "x");
  await writeFile(report, "Stagedoor has not taken in these files of the folder incoming:\n\nold.mkv\n");
  await incoming.look();
  expect(await readFile(report, "utf8")).toContain("song.mkv.part");

  await writeFile(report, "My own notes");
  await incoming.look();
  expect(await readFile(report, "utf8")).toBe("My own notes");
});

// root may read everything
it.runIf(process.getuid?.() !== 0)("a file that the server may not read says so", async () => {
  await using place = await openTestIncoming();
  await using incoming = await place.watch();
  await writeFile(path.join(place.folder, "song.wav"), "RIFF", { mode: 0o200 });
  for (const _ of [1, 2]) await incoming.look();
  expect(await readIncoming(place.folder)).toMatchObject({ entries: [{ name: "song.wav", state: "unreadable" }] });
});

it("somebody's own file with the name of our text is left alone", async () => {
  await using place = await openTestIncoming();
  await using incoming = await place.watch();
  const file = path.join(place.folder, "not-taken.txt");
  await writeFile(file, "my own words");
  await writeFile(path.join(place.folder, "empty.wav"), "");
  await incoming.look();
  await rm(path.join(place.folder, "empty.wav"));
  await incoming.look();
  expect(await readFile(file, "utf8")).toBe("my own words");
});

it.each([
  ["255 bytes", Buffer.from(`${"x".repeat(251)}.mkv`)],
  ["255 bytes with a character across the limit", Buffer.from(`${"x".repeat(248)}${"é".repeat(3)}x`)],
  ["255 bytes that are not UTF-8", Buffer.alloc(255, 0xbf)],
  ["252 bytes", Buffer.from(`${"x".repeat(248)}.mkv`)],
])("a refused name of %s has its text, also the second time", async (_, name) => {
  await using place = await openTestIncoming();
  const { folder } = place;
  await using incoming = await place.watch();
  for (const content of ["no recording", "nor this"]) {
    await writeFile(joinName(folder, name), content);
    for (const _ of [1, 2]) await incoming.look();
  }
  const refused = await readdir(path.join(folder, "refused"), { encoding: "buffer" });
  const isText = (one: Buffer) => one.subarray(-4).toString() === ".txt";
  expect(refused.filter(isText)).toHaveLength(2);
  expect(refused.filter((one) => !isText(one))).toHaveLength(2);
  expect(await readdir(folder)).toEqual(["refused"]);
  const { entries } = await readIncoming(folder);
  const sentence = "This is a text file, not a recording.";
  expect(entries.map((entry) => [entry.state, entry.sentence])).toEqual(
    Array.from({ length: 2 }, () => ["refused", sentence]),
  );
});
