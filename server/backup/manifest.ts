// What a backup is: <folder>/media holds every file once, in the store's own layout, and each backup is a folder named by
// its time with the database and a manifest. The folder gets its name last: a backup with a name is complete.
import { createHash } from "node:crypto";
import { readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { migrations } from "#server/database/migration-list.ts";
import { openDisk } from "#server/media/store/disk.ts";
import { kinds } from "#server/media/store/kinds.ts";
import type { Backend } from "#server/media/store/backend.ts";
import { Refusal } from "#server/refusal.ts";
import { words } from "./words.ts";

const Sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const Bytes = z.int().min(0);

const Head = z.strictObject({
  format: z.literal(1),
  madeAt: z.iso.datetime(),
  program: z.string(),
  migrations: z.array(z.string()),
  database: z.strictObject({ sha256: Sha256, bytes: Bytes }),
  /** The id in the store's marker. */
  store: z.string().min(1),
  files: z.int().min(0),
});

const ListedFile = z.strictObject({
  videoId: z.string().regex(/^[0-9a-z]{26}$/),
  kind: z.enum(["original", ...kinds]),
  sha256: Sha256,
  bytes: Bytes,
  /** It was not whole when the backup was made, so it is not in it. */
  fault: z.enum(["missing", "changed"]).optional(),
});
export type ListedFile = z.infer<typeof ListedFile>;

export interface Manifest extends z.infer<typeof Head> {
  list: readonly ListedFile[];
}

export interface Backup {
  /** The folder that was given: other backups are in it too. */
  folder: string;
  name: string;
  database: string;
  media: string;
  manifest: Manifest;
  openFiles(): BackupFiles;
}

/** The files of a backup, by the keys of the store. */
export type BackupFiles = AsyncDisposable & Pick<Backend, "find" | "read">;

export const databaseName = "stagedoor.db";
const manifestName = "manifest.jsonl";
const sumName = "manifest.jsonl.sha256";
export const timeName = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z$/;

export function nameByTime(at: Date): string {
  return at.toISOString().replaceAll(":", "-");
}

export function mediaOf(folder: string): string {
  return path.join(folder, "media");
}

/** One line about the whole, then one for each file; its own checksum beside it, as sha256sum writes it. */
export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  const text = writeLines(manifest);
  await writeFile(path.join(folder, manifestName), text, { flush: true });
  const sum = createHash("sha256").update(text).digest("hex");
  await writeFile(path.join(folder, sumName), `${sum}  ${manifestName}\n`, { flush: true });
}

export function writeLines({ list, ...head }: Manifest): string {
  return [head, ...list].map((line) => `${JSON.stringify(line)}\n`).join("");
}

/** Newest last. */
export async function listBackups(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names.filter((name) => timeName.test(name)).toSorted();
}

/** `place` is the folder of backups, for the newest, or one of the backups in it. */
export async function openBackup(place: string): Promise<Backup> {
  const resolved = path.resolve(place);
  if (timeName.test(path.basename(resolved))) return readBackup(path.dirname(resolved), path.basename(resolved));
  const newest = (await listBackups(resolved)).at(-1);
  if (newest === undefined) throw new Refusal("bad-input", words.noBackup(resolved));
  return readBackup(resolved, newest);
}

async function readBackup(folder: string, name: string): Promise<Backup> {
  const own = path.join(folder, name);
  const manifest = await readManifest(own);
  const media = mediaOf(folder);
  return { folder, name, database: path.join(own, databaseName), media, manifest, openFiles: () => openDisk(media) };
}

async function readManifest(folder: string): Promise<Manifest> {
  const file = path.join(folder, manifestName);
  const [text, sum] = await Promise.all([file, path.join(folder, sumName)].map((one) => readFile(one, "utf8"))).catch(
    (cause: unknown) => {
      throw new Refusal("bad-input", words.noManifest(folder), { cause });
    },
  );
  if (
    createHash("sha256")
      .update(text ?? "")
      .digest("hex") !== sum?.slice(0, 64)
  )
    throw new Refusal("bad-input", words.manifestDamaged(file));
  return readLines(text ?? "", file);
}

/** `file` is what it is called in a refusal. */
export function readLines(text: string, file: string): Manifest {
  const [first, ...rest] = text.trimEnd().split("\n");
  const head = Head.safeParse(parseLine(first ?? ""));
  const list = z.array(ListedFile).safeParse(rest.map(parseLine));
  if (!head.success || !list.success || head.data.files !== list.data.length)
    throw new Refusal("bad-input", words.manifestUnknown(file));
  const unknown = head.data.migrations.find((name) => !Object.hasOwn(migrations, name));
  if (unknown !== undefined) throw new Refusal("bad-input", words.newerBackup(path.dirname(file), unknown));
  return { ...head.data, list: list.data };
}

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
