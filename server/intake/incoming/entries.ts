// Sorts the folder incoming, with its subfolders, into recordings that may be added and everything else, with the reason
// why not.
import type { BigIntStats } from "node:fs";
import { access, constants, lstat, readdir } from "node:fs/promises";
import type { IncomingEntry } from "#contract/studio.ts";
import { joinName, showName, toKey } from "#server/intake/folder/byte-name.ts";
import { groupFolder, type Grouped } from "#server/intake/folder/group.ts";
import { isClutter, isClutterFolder, isSideFile, isUnfinished } from "#server/intake/reading/beside.ts";
import { reportNames } from "./report.ts";
import { words } from "./words.ts";

export interface Entry {
  name: Buffer;
  /** The path below the folder incoming, one character for each byte. */
  key: string;
  path: Buffer;
  stats: BigIntStats;
}

export interface Recording extends Entry, Pick<Grouped<Entry>, "sidecars" | "surroundings"> {
  /** The folder it is in: incoming, or one below it. */
  folder: Buffer;
  /** For people: its path below the folder incoming. */
  place: string;
}

export interface Skipped {
  key: string;
  /** For people. */
  place: string;
  bytes: number | null;
  state: IncomingEntry["state"];
  sentence: string;
}

interface Sorted {
  recordings: Recording[];
  skipped: Skipped[];
  /** Every folder that was read. */
  folders: Buffer[];
}

const mostDepth = 32;
export const refusedName = "refused";

export async function sortEntries(root: string): Promise<Sorted> {
  const sorted: Sorted = { recordings: [], skipped: [], folders: [] };
  await sortFolder(sorted, Buffer.from(root), []);
  return sorted;
}

async function sortFolder(sorted: Sorted, folder: Buffer, above: readonly Buffer[]): Promise<void> {
  const keyOf = (name: Buffer) => [...above, name].map(toKey).join("/");
  const placeOf = (name: Buffer) => [...above, name].map(showName).join("/");
  const skip = (name: Buffer, bytes: bigint | null, [state, sentence]: Reason) =>
    sorted.skipped.push({
      key: keyOf(name),
      place: placeOf(name),
      bytes: bytes === null ? null : Number(bytes),
      state,
      sentence,
    });
  sorted.folders.push(folder);
  const entries: Entry[] = [];
  for (const name of (await readdir(folder, { encoding: "buffer" })).toSorted(Buffer.compare)) {
    if ((above.length === 0 && reportNames.includes(toKey(name))) || isClutter(toKey(name))) continue;
    const path = joinName(folder, name);
    try {
      entries.push({ name, key: keyOf(name), path, stats: await lstat(path, { bigint: true }) });
    } catch (error) {
      // a file that is gone by now needs no report
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") skip(name, null, reasons.unreadable);
    }
  }
  const grouped = groupFolder(entries.filter(isForGroups), above.map(showName));
  for (const { file, sidecars, surroundings } of grouped.recordings) {
    const reason = explainEmpty(file) ?? (await explainUnreadable(file)) ?? (await explainSidecars(sidecars));
    if (reason) skip(file.name, file.stats.size, reason);
    else sorted.recordings.push({ ...file, sidecars, surroundings, folder, place: placeOf(file.name) });
  }
  const others = entries.filter((entry) => !isForGroups(entry));
  for (const { name, stats } of [...grouped.rest, ...others].filter((entry) => !entry.stats.isDirectory()))
    skip(name, stats.isFile() ? stats.size : null, explainFile({ name, stats }));
  for (const entry of others.filter(({ stats }) => stats.isDirectory())) {
    const isOurs = above.length === 0 && toKey(entry.name) === refusedName;
    if (isOurs || isClutterFolder(toKey(entry.name))) continue;
    else if (above.length === mostDepth || (await explainUnreadable(entry))) skip(entry.name, null, reasons.folder);
    else await sortFolder(sorted, entry.path, [...above, entry.name]).catch(ignoreGone);
  }
}

/** A link in the place of a description is no description, but its recording waits for a better one. */
function isForGroups({ name, stats }: Entry): boolean {
  return stats.isFile() || (!stats.isDirectory() && isSideFile(toKey(name)));
}

function ignoreGone(error: NodeJS.ErrnoException): void {
  if (error.code !== "ENOENT") throw error;
}

type Reason = readonly [state: IncomingEntry["state"], sentence: string];

const reasons = {
  unreadable: ["unreadable", words.notReadable],
  link: ["link", words.link],
  special: ["special", words.special],
  folder: ["folder", words.folder],
  dot: ["unfinished", words.dot],
  unfinished: ["unfinished", words.unfinished],
  sidecar: ["sidecar", words.sidecarAlone],
  text: ["text", words.text],
  empty: ["empty", words.empty],
} as const satisfies Record<string, Reason>;

/** Judged by its name. */
function explainFile({ name, stats }: Pick<Entry, "name" | "stats">): Reason {
  const text = toKey(name);
  if (stats.isSymbolicLink()) return reasons.link;
  if (!stats.isFile()) return reasons.special;
  if (text.startsWith(".")) return reasons.dot;
  if (isUnfinished(text)) return reasons.unfinished;
  const describes = /\.(json|json\.gz|nfo|description|srt|vtt|cue|jpe?g|png|webp)$/i;
  return isSideFile(text) && describes.test(text) ? reasons.sidecar : reasons.text;
}

function explainEmpty({ stats }: Entry): Reason | undefined {
  return stats.size === 0n ? reasons.empty : undefined;
}

async function explainUnreadable({ path }: Entry): Promise<Reason | undefined> {
  return access(path, constants.R_OK).then(
    () => undefined,
    () => reasons.unreadable,
  );
}

/** An unreadable description may say that the recording must be hidden, so the recording waits for it. */
async function explainSidecars(sidecars: readonly Entry[]): Promise<Reason | undefined> {
  for (const sidecar of sidecars) {
    if (!sidecar.stats.isFile() || (await explainUnreadable(sidecar)))
      return ["unreadable", words.sidecarNotReadable(showName(sidecar.name))];
  }
  return undefined;
}
