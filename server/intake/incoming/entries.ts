// Sorts the folder incoming into recordings that may be added and everything else, with the reason why not.
import type { BigIntStats } from "node:fs";
import { access, constants, lstat, readdir } from "node:fs/promises";
import type { IncomingEntry } from "#contract/studio.ts";
import { joinName, showName, toKey } from "./byte-name.ts";
import { reportNames } from "./report.ts";
import { sidecarNames } from "#server/intake/sidecar.ts";
import { refusedName } from "./refused.ts";
import { words } from "./words.ts";

interface Entry {
  name: Buffer;
  key: string;
  path: Buffer;
  stats: BigIntStats;
}

export interface Recording extends Entry {
  sidecar: Entry | undefined;
}

export interface Skipped {
  key: string;
  name: Buffer;
  bytes: number | null;
  state: IncomingEntry["state"];
  sentence: string;
}

interface Sorted {
  recordings: Recording[];
  skipped: Skipped[];
}

/** Copying programs and browsers use these endings until a file is complete. */
const unfinished = /\.(part|partial|filepart|tmp|temp|crdownload|download|opdownload|aria2|!qb|!ut)$/i;
/** Files that operating systems create, and our own. */
const clutter = /^(\.DS_Store|\._.*|\.nfs.*|\.directory|Thumbs\.db|desktop\.ini|\.taken-.*)$/s;

export async function sortEntries(folder: string): Promise<Sorted> {
  const sorted: Sorted = { recordings: [], skipped: [] };
  const skip = ({ key, name }: { key: string; name: Buffer }, bytes: bigint | null, [state, sentence]: Reason) =>
    sorted.skipped.push({ key, name, bytes: bytes === null ? null : Number(bytes), state, sentence });
  const entries = new Map<string, Entry>();
  for (const name of (await readdir(folder, { encoding: "buffer" })).toSorted(Buffer.compare)) {
    const key = toKey(name);
    const path = joinName(folder, name);
    if (reportNames.includes(key) || clutter.test(key)) continue;
    try {
      entries.set(key, { name, key, path, stats: await lstat(path, { bigint: true }) });
    } catch (error) {
      // a file that is gone by now needs no report
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") skip({ key, name }, null, reasons.unreadable);
    }
  }
  const used = new Set<string>();
  for (const entry of entries.values()) {
    if (!isRecording(entry)) continue;
    const sidecar = sidecarNames(entry.name)
      .map((name) => entries.get(toKey(name)))
      .find(Boolean);
    if (sidecar) used.add(sidecar.key);
    const reason = explainEmpty(entry) ?? (await explainUnreadable(entry)) ?? (await explainSidecar(sidecar));
    if (reason) skip(entry, entry.stats.size, reason);
    else sorted.recordings.push({ ...entry, sidecar });
  }
  for (const entry of entries.values()) {
    const reason = isRecording(entry) || used.has(entry.key) ? undefined : explain(entry);
    if (reason) skip(entry, entry.stats.isFile() ? entry.stats.size : null, reason);
  }
  return sorted;
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
function isRecording({ key, stats }: Entry): boolean {
  return stats.isFile() && !key.startsWith(".") && !unfinished.test(key) && !/\.(json|txt)$/i.test(key);
}

function explain({ key, stats }: Entry): Reason | undefined {
  if (stats.isSymbolicLink()) return reasons.link;
  if (stats.isDirectory()) return key === refusedName || key.startsWith(".") ? undefined : reasons.folder;
  if (!stats.isFile()) return reasons.special;
  if (key.startsWith(".")) return reasons.dot;
  if (unfinished.test(key)) return reasons.unfinished;
  return /\.json$/i.test(key) ? reasons.sidecar : reasons.text;
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
async function explainSidecar(sidecar: Entry | undefined): Promise<Reason | undefined> {
  if (!sidecar) return undefined;
  const isReadable = sidecar.stats.isFile() && !(await explainUnreadable(sidecar));
  if (isReadable) return undefined;
  return ["unreadable", words.sidecarNotReadable(showName(sidecar.name))];
}
