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
  await expect.poll(read, { timeout: 100_000, interval: 200 }).toEqual([
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
