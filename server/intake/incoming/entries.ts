// What lies in the folder incoming: recordings that may be taken in, and for everything else the reason why not.
import type { BigIntStats } from "node:fs";
import { access, constants, lstat, readdir } from "node:fs/promises";
import type { IncomingEntry } from "#contract/studio.ts";
import { joinName, showName, toKey } from "./byte-name.ts";
import { reportNames } from "./report.ts";
import { sidecarNames } from "#server/intake/sidecar.ts";
import { refusedName } from "./refused.ts";

export interface Entry {
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

export interface Sorted {
  recordings: Recording[];
  skipped: Skipped[];
}

/** Copying programs and browsers call a file so until it is complete. */
const unfinished = /\.(part|partial|filepart|tmp|temp|crdownload|download|opdownload|aria2|!qb|!ut)$/i;
/** What systems leave everywhere, and what is ours. */
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
      // one that has gone since has nothing to say
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
  unreadable: ["unreadable", "The server may not read this file. Give the user that runs it permission to read it."],
  link: ["link", "This is a link. Put the file itself into incoming."],
  special: ["special", "This is not a file but a pipe, a socket or a device. Put a file into incoming."],
  folder: ["folder", "Put files directly into incoming; folders are not read yet."],
  dot: ["unfinished", "Its name begins with a dot, so it counts as unfinished. Rename it once it is complete."],
  unfinished: ["unfinished", "Its name is one of an unfinished file. Rename it once it is complete."],
  sidecar: ["sidecar", "It describes a recording, but there is none of this name. Put the recording beside it."],
  text: ["text", "Text files are not taken in. Remove it if you do not need it here."],
  empty: ["empty", "This file is empty. It is taken in once it has content; otherwise copy it again."],
} as const satisfies Record<string, Reason>;

/** By its name it is one. */
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

/** A description that cannot be read may say that the recording is to be hidden: so the recording waits for it. */
async function explainSidecar(sidecar: Entry | undefined): Promise<Reason | undefined> {
  if (!sidecar) return undefined;
  const isReadable = sidecar.stats.isFile() && !(await explainUnreadable(sidecar));
  if (isReadable) return undefined;
  const name = showName(sidecar.name);
  return [
    "unreadable",
    `${name} beside it cannot be read. Replace it with a file that the server may read, or remove it.`,
  ];
}
