// A folder of more than 60 recordings of every kind: what is read from each is what its maker meant, and the table of what
// came from where is a snapshot. The short form imports fewer of them, though every kind.
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { readCsv } from "#server/intake/import/csv.ts";
import { openDatabase, type Database } from "#server/database/open.ts";
import { openClips, type Clips } from "#server/testing/clips.ts";
import { makeMessyFolder, messyFiles, messyZone } from "#server/testing/import/messy-folder.ts";
import { publish, scaled } from "#server/testing/proof.ts";
import { toLocal } from "#server/intake/reading/zone.ts";
import { commandLine } from "#server/testing/process.ts";

const execute = promisify(execFile);

const edited = "people/At the end 2024-05-01.mp4";
const corrected = "camera/MVI_0001.mp4";
const folders = messyFiles.map(({ file }) => path.dirname(file));
const imported = messyFiles.filter(
  ({ file, captions, chapters, hidden }, index) =>
    scaled(0, 1) === 1 ||
    captions !== undefined ||
    chapters !== undefined ||
    hidden ||
    // two of each folder: a recording that is alone in its folder is named after it
    folders.slice(0, index).filter((name) => name === path.dirname(file)).length < 2 ||
    [edited, corrected].includes(file),
);

let clips: Clips;
let folder: string;
let dataDir: string;
beforeAll(async () => {
  clips = await openClips();
  folder = await makeMessyFolder(clips, { name: "some", files: imported });
  dataDir = path.join(clips.folder, "data");
}, 180_000);
afterAll(() => clips[Symbol.asyncDispose]());

const environment = () => ({ DATA_DIR: dataDir, TIME_ZONE: messyZone, LEAST_FREE_GB: "0" });
const openRows = (): Promise<Database & AsyncDisposable> => openDatabase({ file: path.join(dataDir, "stagedoor.db") });

const run = (...args: string[]) => runIn(folder, ...args);
const runIn = async (from: string, ...args: string[]) =>
  execute(process.execPath, [commandLine, "import", from, ...args], {
    env: { ...process.env, ...environment() },
    maxBuffer: 2 ** 24,
  }).then(
    ({ stdout }) => ({ stdout, code: 0 }),
    ({ stdout, stderr, code }: { stdout: string; stderr: string; code: number }) => ({ stdout: stdout + stderr, code }),
  );

it("a dry run says what came from where, and changes nothing", { tags: ["long"] }, async () => {
  expect(messyFiles.length).toBeGreaterThanOrEqual(60);
  const report = path.join(clips.folder, "report.csv");
  const all = await makeMessyFolder(clips);
  const { stdout, code } = await runIn(all, "--dry-run", "--report", report);
  expect(stdout).toContain(`${messyFiles.length} would be added, 0 already there, 0 would be refused.`);
  expect(code).toBe(0);
  const [head = [], ...rows] = readCsv(await readFile(report));
  const table = rows.map((row) => head.map((name, index) => [name, row[index]]).filter(([, cell]) => cell));
  expect(table.map((cells) => cells.map(([name, cell]) => `${name}: ${cell}`).join(" | "))).toMatchSnapshot();
  expect(existsSync(dataDir)).toBe(false);
});

it(
  "everything is imported with the right title, date, captions and chapters; again copies nothing",
  { timeout: 600_000 },
  async () => {
    const { stdout, code } = await run();
    expect(stdout).toContain(`${imported.length} added, 0 already there, 0 refused.`);
    expect(code).toBe(0);
    await using db = await openRows();
    const rows = await db
      .selectFrom("brought")
      .innerJoin("video", "video.id", "brought.video_id")
      .select([
        "place",
        "title",
        "description",
        "add_date",
        "time_missing",
        "hidden",
        "is_guess",
        "chapters",
        "why",
        "id",
      ])
      .execute();
    const assets = await db.selectFrom("asset").select(["video_id", "kind", "facts"]).execute();
    const found = rows.map(({ place, title, description, hidden, chapters, id, ...row }) => {
      const shown = row.time_missing ? row.add_date : toLocal(row.add_date, messyZone);
      const brought = assets.filter(({ video_id: of, kind }) => of === id && kind.startsWith("brought-"));
      const languages = brought.flatMap(
        ({ facts }) => (facts as { captions?: { language: string | null } }).captions ?? [],
      );
      return {
        file: place,
        title,
        date: shown
          .toISOString()
          .slice(0, row.time_missing ? 10 : 19)
          .replace("T", " "),
        isGuess: (row.why.date as { isGuess?: boolean }).isGuess ?? false,
        description,
        hidden,
        captions: languages
          .map(({ language }) => language ?? "?")
          .toSorted()
          .join(" "),
        chapters: chapters.map((chapter) => chapter.title),
        hasPicture: brought.some(({ kind }) => kind === "brought-picture"),
      };
    });
    const nothing = { isGuess: false, description: "", hidden: false, captions: "", chapters: [], hasPicture: false };
    const expected = imported.map(({ tags: _tags, beside: _beside, ...one }) => ({ ...nothing, ...one }));
    const byFile = (a: { file: string }, b: { file: string }) => (a.file < b.file ? -1 : 1);
    expect(found.toSorted(byFile)).toEqual(expected.toSorted(byFile));

    const before = await listOriginals(dataDir);
    const again = await run();
    expect(again.stdout).toContain(`0 added, ${imported.length} already there, 0 refused.`);
    expect(again.code).toBe(0);
    expect(await listOriginals(dataDir)).toEqual(before);
    publish("import", { messy: imported.length });
  },
);

it("a corrected table wins, what a person has edited stays, and the import says so", { timeout: 600_000 }, async () => {
  await using db = await openRows();
  const report = path.join(clips.folder, "corrected.csv");
  const { video_id: id } = await db
    .selectFrom("brought")
    .select("video_id")
    .where("place", "=", edited)
    .executeTakeFirstOrThrow();
  await db.updateTable("video").set({ title: "By an editor" }).where("id", "=", id).execute();
  await writeFile(report, `file;title;date\n${edited};Other;\n${corrected};Corrected;2.5.2024 20:15\n`);
  const { stdout, code } = await run("--from", report, "--update");
  expect(code).toBe(0);
  expect(stdout).toContain("Not changed, because a person has edited it: title.");
  expect(stdout).toContain("Corrected: title, date.");
  const titles = await db
    .selectFrom("brought")
    .innerJoin("video", "video.id", "brought.video_id")
    .select(["place", "title", "add_date"])
    .where("place", "in", [edited, corrected])
    .orderBy("place")
    .execute();
  expect(titles).toEqual([
    { place: corrected, title: "Corrected", add_date: new Date("2024-05-02T18:15:00Z") },
    { place: edited, title: "By an editor", add_date: new Date("2024-05-01") },
  ]);
  await writeFile(report, `file,date\n${corrected},5/6/2024\n`);
  const wrong = await run("--from", report, "--update");
  expect(wrong.code).toBe(1);
  expect(wrong.stdout).toContain(`The date "5/6/2024" of ${corrected} could not be read.`);
});

/** With their inodes and times: what was copied again is another file. */
async function listOriginals(dataDir: string): Promise<string[]> {
  const media = path.join(dataDir, "media");
  const names = (await readdir(media, { recursive: true })).filter((name) => name.endsWith("/original"));
  const all = await Promise.all(names.map(async (name) => [name, await stat(path.join(media, name))] as const));
  return all.map(([name, { ino, mtimeMs }]) => `${name} ${ino} ${mtimeMs}`).toSorted();
}
