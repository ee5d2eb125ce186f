import { execFile } from "node:child_process";
import { copyFile, mkdir, open, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { openTestArchive } from "#server/testing/archive.ts";
import { chord, makeWave, openClips, pictures, x264 } from "#server/testing/clips.ts";
import { commandLine } from "#server/testing/process.ts";

const execute = promisify(execFile);

it("a folder is imported beside a running server, and a second time changes nothing", async () => {
  await using archive = await openTestArchive();
  await using clips = await openClips();
  const folder = path.join(clips.folder, "recordings");
  await mkdir(folder);
  await copyFile(
    await clips.make("a.mp4", `${pictures()} ${chord()} ${x264} -c:a aac`),
    path.join(folder, "[2023-01-02] First.mp4"),
  );
  await copyFile(await clips.make("b.mp4", `${pictures("240x240")} ${x264}`), path.join(folder, "b.mp4"));
  await writeFile(path.join(folder, "b.json"), JSON.stringify({ title: "Second", date: "2022-02-02T10:00:00Z" }));
  await writeFile(path.join(folder, "list.mp4"), "#EXTM3U\n");
  const run = async () => {
    const env = { ...process.env, ...archive.environment };
    const { stdout } = await execute(process.execPath, [commandLine, "import", folder, "--hidden"], {
      env,
    }).catch((error: { stdout: string }) => error);
    return stdout;
  };
  const first = await run();
  expect(first).toContain("list.mp4  refused: This is a playlist, not a recording.");
  expect(first).toContain("2 added, 0 already there, 1 refused.");
  expect(await run()).toContain("0 added, 2 already there, 1 refused.");
  const read = () =>
    archive.parts.db
      .selectFrom("video")
      .select(["title", "add_date", "time_missing", "hidden", "state"])
      .orderBy("title")
      .execute();
  const row = { hidden: true, state: "published" };
  await expect.poll(read, { interval: 200 }).toEqual([
    { title: "First", add_date: new Date("2023-01-02"), time_missing: true, ...row },
    { title: "Second", add_date: new Date("2022-02-02T10:00:00Z"), time_missing: false, ...row },
  ]);
});

it("names that are not UTF-8 are imported, and what is still being written is not", async () => {
  await using archive = await openTestArchive();
  await using clips = await openClips();
  const folder = path.join(clips.folder, "recordings");
  await mkdir(folder);
  const odd = Buffer.concat([Buffer.from(`${folder}/caf`), Buffer.from([0xe9]), Buffer.from(".wav")]);
  await writeFile(odd, makeWave(Buffer.from("first")));
  await using handle = await open(path.join(folder, "unfinished.wav"), "w");
  await handle.write(makeWave(Buffer.from("second")));
  const { stdout } = await execute(process.execPath, [commandLine, "import", folder], {
    env: { ...process.env, ...archive.environment },
  }).catch((error: { stdout: string }) => error);
  expect(stdout).toContain("unfinished.wav  refused: It is still being written. Import it again when it is complete.");
  expect(stdout).toContain("1 added, 0 already there, 1 refused.");
  expect(await archive.parts.db.selectFrom("recording").select("name").execute()).toEqual([{ name: "café.wav" }]);
});

it("a file that was written again under its name is read again", async () => {
  await using archive = await openTestArchive();
  await using clips = await openClips();
  const folder = path.join(clips.folder, "recordings");
  await mkdir(folder);
  const run = async () => {
    const env = { ...process.env, ...archive.environment };
    return (await execute(process.execPath, [commandLine, "import", folder], { env })).stdout;
  };
  await writeFile(path.join(folder, "song.wav"), makeWave(Buffer.from("first")));
  expect(await run()).toContain("1 added, 0 already there, 0 refused.");
  await writeFile(path.join(folder, "song.wav"), makeWave(Buffer.from("third")));
  expect(await run()).toContain("1 added, 0 already there, 0 refused.");
  expect(await run()).toContain("0 added, 1 already there, 0 refused.");
});

it("a dry run says what members will see, which files are copies, and what is left out, and the import does the same", async () => {
  await using archive = await openTestArchive();
  await using clips = await openClips();
  const folder = path.join(clips.folder, "recordings");
  const write = async (name: string, content: string | Buffer) => {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    await writeFile(path.join(folder, name), content);
  };
  const song = makeWave(Buffer.from("first"));
  await write("Late Show (1).wav", song);
  await write("Late Show.wav", song);
  await write("backup/Copy of Late Show.wav", song);
  await write("2018-08-11 Open Air/part1.wav", makeWave(Buffer.from("second")));
  await write("2018-08-11 Open Air/part2.wav", makeWave(Buffer.from("third")));
  await write("2018-08-11 Open Air/Year Only (2017).wav", makeWave(Buffer.from("forth")));
  await write("Thumbs.db", Buffer.from("d0cf11e0a1b11ae1", "hex"));
  await write("ehthumbs_vista.db", Buffer.from("d0cf11e0a1b11ae1", "hex"));
  await write("._Late Show.wav", "x");
  await write("$RECYCLE.BIN/$I30.wav", song);
  await write("session.rpp", "<REAPER_PROJECT");
  await write("tool.exe", Buffer.from([0x4d, 0x5a, 0x90, 0, 3, 0, 0, 0, 4, 0, 0, 0, 0xff, 0xff, 0, 0]));
  await write("set list.txt", "x");
  await write("song.wav.part", "x");
  const run = async (...args: string[]) => {
    const env = { ...process.env, ...archive.environment };
    return (await execute(process.execPath, [commandLine, "import", folder, ...args], { env })).stdout;
  };
  const planned = await run("--dry-run");
  expect(planned).toContain("4 would be added, 2 already there, 0 would be refused.");
  expect(planned).toContain("already there: it is a copy of Late Show.wav");
  expect(planned).toMatch(
    /Open Air\/part1\.wav\n {4}Title: Open Air, part 1 {3}from the folder name\n {4}Date: 2018-08-11 {3}from the folder name\n/,
  );
  expect(planned).toContain("    Date: 2017   from the file name (only the year)");
  expect(planned).toMatch(/Date: \S+ \S+ {3}from the file's last change \(a guess\)/);
  for (const name of [
    "Thumbs.db",
    "ehthumbs_vista.db",
    "._Late Show.wav",
    "$RECYCLE.BIN",
    "session.rpp",
    "tool.exe",
    "set list.txt",
  ])
    expect(planned).toContain(`    ${name}  `);
  expect(planned).toContain("8 other files in these folders are left out:");
  expect(planned).toContain("    song.wav.part  not complete");
  const imported = await run();
  expect(imported).toContain("4 added, 2 already there, 0 refused.");
  expect(imported).toContain("8 other files in these folders are left out:");
  const rows = await archive.parts.db.selectFrom("video").select("title").orderBy("title").execute();
  expect(rows.map(({ title }) => title)).toEqual(["Late Show", "Open Air, part 1", "Open Air, part 2", "Year Only"]);
});
