// npm run archive -- import <files or folders>: takes recordings in from the command line, while the server runs or not.
// Safe to run again: what is here already is recognised by its content.
import { mkdir, readdir, stat } from "node:fs/promises";
import path from "node:path";
import { parseArgs } from "node:util";
import { readDate } from "#server/archive/describe-intake.ts";
import { requireNoHalfRestore } from "#server/archive/restore-plan.ts";
import { readSidecar } from "#server/archive/sidecar.ts";
import { takeIn, type IntakeParts } from "#server/archive/take-in.ts";
import { readConfig, readEnvironment } from "#server/config.ts";
import { migrate } from "#server/database/migrate.ts";
import { openDatabase } from "#server/database/open.ts";
import { openMedia } from "#server/media/media.ts";
import { Refusal } from "#server/refusal.ts";
import { bar, done, show } from "./progress.ts";

export async function importRecordings(args: readonly string[]): Promise<void> {
  const { positionals, values } = readArguments(args);
  const files = (await Promise.all(positionals.map(listFiles))).flat();
  if (files.length === 0)
    throw new Refusal(
      "bad-input",
      "Say what to import: npm run archive -- import <files or folders> [--title …] [--date 2024-05-01] [--hidden]",
    );
  if (values.title !== undefined && files.length > 1)
    throw new Refusal("bad-input", "A title fits one file only; leave --title out, and titles come from the files.");
  const date = values.date === undefined ? undefined : readDate(values.date);
  if (values.date !== undefined && !date)
    throw new Refusal("bad-input", "--date is written 2024-05-01, or 2024-05-01T21:30:00Z.");
  const said = {
    ...(values.title !== undefined && { title: values.title }),
    ...date,
    ...(values.hidden && { hidden: true }),
  };

  await using stack = new AsyncDisposableStack();
  const config = readConfig(readEnvironment(process.cwd(), process.env));
  await mkdir(config.dataDir, { recursive: true });
  requireNoHalfRestore(config.dataDir);
  const db = stack.use(
    await openDatabase(
      config.databaseUrl ? { url: config.databaseUrl } : { file: path.join(config.dataDir, "stagedoor.db") },
    ),
  );
  await migrate(db);
  const hasVideos = (await db.selectFrom("recording").select("video_id").limit(1).execute()).length > 0;
  const media = stack.use(await openMedia(path.join(config.dataDir, "media"), { hasVideos, bucket: config.bucket }));
  const parts: IntakeParts = { db, media, config, clock: { now: () => new Date() }, wake: () => {} };

  const counts = { taken: 0, known: 0, refused: 0 };
  for (const [index, file] of files.entries()) {
    const label = `[${index + 1}/${files.length}] ${path.basename(file)}`;
    try {
      const { size } = await stat(file);
      const onBytes = (bytes: number) => show(`${label}  ${bar(size > 0 ? bytes / size : 1)}`);
      const { id, isNew } = await takeIn(parts, {
        file,
        name: path.basename(file),
        said: { ...(await readSidecar(file)), ...said },
        memberId: null,
        onBytes,
      });
      counts[isNew ? "taken" : "known"] += 1;
      done(`${label}  ${isNew ? `taken in as ${id}` : `was here already, as ${id}`}`);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      counts.refused += 1;
      done(`${label}  refused: ${error.message}`);
    }
  }
  console.log(`\n${counts.taken} taken in, ${counts.known} here already, ${counts.refused} refused.`);
  if (counts.taken > 0)
    console.log("The server prepares them now; if it is not running, it does so at its next start.");
  if (counts.refused > 0) process.exitCode = 1;
}

function readArguments(args: readonly string[]) {
  try {
    const options = { title: { type: "string" }, date: { type: "string" }, hidden: { type: "boolean" } } as const;
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    throw new Refusal("bad-input", (error as Error).message);
  }
}

async function listFiles(place: string): Promise<string[]> {
  const found = await stat(place).catch(() => undefined);
  if (!found) throw new Refusal("bad-input", `${place} does not exist.`);
  if (found.isFile()) return [path.resolve(place)];
  const entries = await readdir(place, { recursive: true, withFileTypes: true });
  return entries
    .filter(
      (entry) => entry.isFile() && !entry.name.startsWith(".") && !/\.(json|txt|jpe?g|png|nfo|srt)$/i.test(entry.name),
    )
    .map((entry) => path.resolve(entry.parentPath, entry.name))
    .toSorted();
}
