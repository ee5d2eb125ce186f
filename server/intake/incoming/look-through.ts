// One check of the folder incoming: which files have been unchanged long enough, and what to report about the rest.
import { access, constants } from "node:fs/promises";
import type { IncomingEntry } from "#contract/studio.ts";
import { printOf } from "./file-print.ts";
import { sortEntries, type Recording, type Skipped } from "./entries.ts";
import { listRefused } from "./refused.ts";
import { writeIncoming } from "./report.ts";
import type { IncomingParts } from "./take.ts";
import { sayWait, waitFor, type IncomingWaits } from "./waits.ts";
import { fileKey, findOpenForWriting } from "./open-files.ts";
import { words } from "./words.ts";

/** What is remembered of a file between two checks. */
interface Sight {
  print: string;
  stillSinceMs: number;
  firstSeen: Date;
  /** Why the last try failed. */
  problem?: string;
}

export interface Watch {
  folder: string;
  waits: IncomingWaits;
  sights: Map<string, Sight>;
  /** The folder and those below it, as they were last seen. */
  folders: readonly Buffer[];
  signal: AbortSignal;
  /** The last report could not be written; the log already says so. */
  isMute: boolean;
}

/** Reports what is there, and returns what may be added now. */
export async function lookThrough(
  parts: IncomingParts,
  watch: Watch,
): Promise<{ recordings: Recording[]; ready: Recording[] }> {
  const { folder, sights } = watch;
  const now = parts.clock.now();
  const { recordings, skipped, folders } = await sortEntries(folder);
  watch.folders = folders;
  const keys = new Set([...recordings, ...skipped].map(({ key }) => key));
  for (const key of sights.keys()) if (!keys.has(key)) sights.delete(key);
  const same = recordings.filter((one) => isSameAsBefore(one, watch, now));
  const open = await findOpen(same);
  // the writer may open it again after closing it, so the waiting time starts only now
  for (const { key } of open) beginToWait(watch, key);
  const fixed = await findFixed(folders);
  const mayChange = (one: Recording) => !fixed.has(one.folder);
  const ready = same.filter((one) => mayChange(one) && !open.has(one) && hasWaited(one, watch));
  const said = recordings.map((one): Skipped => {
    const about = { ...one, bytes: Number(one.stats.size) };
    if (!mayChange(one)) return { ...about, state: "unreadable", sentence: words.folderNotWritable };
    if (ready.includes(one)) return { ...about, state: "taking", sentence: words.copying };
    return { ...about, ...explainWaiting(one, watch, open) };
  });
  const entries = [...said, ...skipped].map((one) => describe(one, watch, now));
  await tell(parts, watch, [...entries, ...(await listRefused(folder))]);
  return { recordings, ready };
}

function explainWaiting(one: Recording, { sights, waits }: Watch, open: ReadonlySet<Recording>) {
  const problem = sights.get(one.key)?.problem;
  if (open.has(one)) return { state: "open", sentence: words.stillOpen } as const;
  if (problem) return { state: "failed", sentence: words.triedAgain(problem) } as const;
  const wait = sayWait(waitFor(one.stats.size, waits));
  return { state: "waiting", sentence: words.waiting(wait) } as const;
}

/** A file that has changed starts to wait again. */
function isSameAsBefore({ key, stats, sidecars }: Recording, { sights }: Watch, now: Date): boolean {
  const print = [stats, ...sidecars.map((one) => one.stats)].map(printOf).join(" ");
  const sight = sights.get(key);
  if (sight?.print === print) return true;
  sights.set(key, { print, stillSinceMs: performance.now(), firstSeen: sight?.firstSeen ?? now });
  return false;
}

/** The recordings that some program may still write to, or to their sidecars. */
async function findOpen(same: readonly Recording[]): Promise<ReadonlySet<Recording>> {
  const filesOf = ({ stats, sidecars }: Recording) => [stats, ...sidecars.map((one) => one.stats)];
  const open = await findOpenForWriting(same.flatMap(filesOf));
  return new Set(same.filter((one) => filesOf(one).some((file) => open.has(fileKey(file)))));
}

export function beginToWait({ sights }: Watch, key: string): void {
  const sight = sights.get(key);
  if (sight) sight.stillSinceMs = performance.now();
}

function hasWaited({ key, stats }: Recording, { sights, waits }: Watch): boolean {
  const since = sights.get(key)?.stillSinceMs ?? Infinity;
  return performance.now() - since >= waitFor(stats.size, waits);
}

/** The folders in which we may not delete anything. */
async function findFixed(folders: readonly Buffer[]): Promise<ReadonlySet<Buffer>> {
  const fixed = await Promise.all(
    folders.map((folder) =>
      access(folder, constants.W_OK | constants.X_OK).then(
        () => [],
        () => [folder],
      ),
    ),
  );
  return new Set(fixed.flat());
}

function describe({ key, place, bytes, state, sentence }: Skipped, { sights }: Watch, now: Date): IncomingEntry {
  const sight = sights.get(key) ?? { print: "", stillSinceMs: performance.now(), firstSeen: now };
  sights.set(key, sight);
  return { name: place, bytes, state, since: sight.firstSeen.toISOString(), sentence };
}

/** Recordings are added even if the report cannot be written. */
async function tell(parts: IncomingParts, watch: Watch, entries: readonly IncomingEntry[]): Promise<void> {
  try {
    await writeIncoming(watch.folder, entries);
    watch.isMute = false;
  } catch (error) {
    if (!watch.isMute) parts.log.warn({ err: error }, "the report about the incoming folder could not be written");
    watch.isMute = true;
  }
}
