// npm run archive -- import <files or folders>: adds recordings from the command line, while the server is running or not.
// Safe to run again: files that were added before are recognised by their content.
import type { BigIntStats } from "node:fs";
import { access, constants, lstat, mkdir, readdir, realpath, stat } from "node:fs/promises";
import path from "node:path";
import { parseArgs } from "node:util";
import { joinName, showName, toKey } from "#server/intake/incoming/byte-name.ts";
import { readDate, type Description } from "#server/intake/describe-intake.ts";
import { FileChanged, requireUnchanged } from "#server/intake/incoming/file-print.ts";
import { requireNoHalfRestore } from "#server/backup/restore-plan.ts";
import { readSidecar } from "#server/intake/sidecar.ts";
import { takeIn, type IntakeParts, type TakenIn } from "#server/intake/take-in.ts";
import { readConfig, readEnvironment } from "#server/config.ts";
import { migrate } from "#server/database/migrate.ts";
import { openDatabase } from "#server/database/open.ts";
import { openMedia } from "#server/media/media.ts";
import { Refusal } from "#server/refusal.ts";
import { bar, done, show } from "./progress.ts";
import { words } from "./words.ts";

export async function importRecordings(args: readonly string[]): Promise<void> {
  const { positionals, values } = readArguments(args);
  const files = (await Promise.all(positionals.map(listFiles))).flat();
  if (files.length === 0) throw new Refusal("bad-input", words.importUsage);
  if (values.title !== undefined && files.length > 1) throw new Refusal("bad-input", words.oneTitle);
  const date = values.date === undefined ? undefined : readDate(values.date);
  if (values.date !== undefined && !date) throw new Refusal("bad-input", words.dateFormat);
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
    const label = `[${index + 1}/${files.length}] ${showName(file.name)}`;
    try {
      const { id, isNew } = await importOne(parts, file, { said, label });
      counts[isNew ? "taken" : "known"] += 1;
      done(`${label}  ${isNew ? words.added(id) : words.wasThere(id)}`);
    } catch (error) {
      if (!(error instanceof Refusal || error instanceof FileChanged)) throw error;
      counts.refused += 1;
      done(`${label}  ${words.refused(error instanceof Refusal ? error.message : words.stillWritten)}`);
    }
  }
  console.log(words.imported(counts.taken, counts.known, counts.refused));
  if (counts.taken > 0) console.log(words.preparedNext);
  if (counts.refused > 0) process.exitCode = 1;
}

/** Names are bytes: a folder may hold some that are not UTF-8. */
interface File {
  folder: Buffer;
  name: Buffer;
  /** Where it really is: what was named may be a link to it. */
  target: Buffer;
}

async function importOne(
  parts: IntakeParts,
  { folder, name, target: file }: File,
  { said, label }: { said: Description; label: string },
): Promise<TakenIn> {
  const stats = await lookAt(file);
  const size = Number(stats.size);
  const confirm = () => requireUnchanged([{ path: file, stats }]);
  await confirm();
  return takeIn(parts, {
    file,
    name: name.toString("utf8"),
    said: { ...(await readSidecar(folder, name)), ...said },
    memberId: null,
    confirm,
    onBytes: (bytes) => show(`${label}  ${bar(size > 0 ? bytes / size : 1)}`),
  });
}

async function lookAt(file: Buffer): Promise<BigIntStats> {
  try {
    await access(file, constants.R_OK);
    return await lstat(file, { bigint: true });
  } catch (cause) {
    throw new Refusal("bad-input", words.cannotRead, { cause });
  }
}

function readArguments(args: readonly string[]) {
  try {
    const options = { title: { type: "string" }, date: { type: "string" }, hidden: { type: "boolean" } } as const;
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    throw new Refusal("bad-input", (error as Error).message);
  }
}

async function listFiles(place: string): Promise<File[]> {
  const found = await stat(place).catch(() => undefined);
  if (!found) throw new Refusal("bad-input", words.notThere(place));
  const { dir, base } = path.parse(path.resolve(place));
  if (found.isFile())
    return [{ folder: Buffer.from(dir), name: Buffer.from(base), target: Buffer.from(await realpath(place)) }];
  return (await listFolder(Buffer.from(path.resolve(place)))).toSorted((a, b) => Buffer.compare(a.target, b.target));
}

async function listFolder(folder: Buffer): Promise<File[]> {
  const entries = await readdir(folder, { encoding: "buffer", withFileTypes: true });
  const lists = entries.map(async (entry): Promise<File[]> => {
    const target = joinName(folder, entry.name);
    if (entry.isDirectory()) return listFolder(target);
    return entry.isFile() && isRecordingName(toKey(entry.name)) ? [{ folder, name: entry.name, target }] : [];
  });
  return (await Promise.all(lists)).flat();
}

function isRecordingName(key: string): boolean {
  return !key.startsWith(".") && !/\.(json|txt|jpe?g|png|nfo|srt)$/i.test(key);
}
