// One look through the folder incoming: what has been unchanged long enough, and what is to be said about the rest.
import { access, constants } from "node:fs/promises";
import type { IncomingEntry } from "#contract/studio.ts";
import { showName } from "./byte-name.ts";
import { printOf } from "./file-print.ts";
import { sortEntries, type Recording, type Skipped } from "./incoming-entries.ts";
import { listRefused } from "./incoming-refused.ts";
import { writeIncoming } from "./incoming-report.ts";
import type { IncomingParts } from "./incoming-take.ts";
import { sayWait, waitFor, type IncomingWaits } from "./incoming-waits.ts";
import { fileKey, findOpenForWriting } from "./open-files.ts";

/** What is remembered of a file between two looks. */
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
  signal: AbortSignal;
  /** The last report could not be written, and the log has said so. */
  isMute: boolean;
}

/** Tells what is there, and returns what may be taken in now. */
export async function lookThrough(
  parts: IncomingParts,
  watch: Watch,
): Promise<{ recordings: Recording[]; ready: Recording[] }> {
  const { folder, sights, waits } = watch;
  const { recordings, skipped } = await sortEntries(folder);
  const keys = new Set([...recordings, ...skipped].map(({ key }) => key));
  for (const key of sights.keys()) if (!keys.has(key)) sights.delete(key);
  const still = recordings.filter((recording) => isStill(recording, watch, parts.clock.now()));
  const open = await findOpenForWriting(
    still.flatMap((one) => [one.stats, ...(one.sidecar ? [one.sidecar.stats] : [])]),
  );
  const isOpen = ({ stats, sidecar }: Recording) =>
    open.has(fileKey(stats)) || (sidecar !== undefined && open.has(fileKey(sidecar.stats)));
  const mayChange = await access(folder, constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  );
  const ready = mayChange ? still.filter((recording) => !isOpen(recording)) : [];
  const sayRecording = (recording: Recording): Skipped => {
    const problem = sights.get(recording.key)?.problem;
    const about = { ...recording, bytes: Number(recording.stats.size) };
    if (!mayChange) return { ...about, state: "unreadable", sentence: noChange };
    if (ready.includes(recording)) return { ...about, state: "taking", sentence: "Being copied into the archive." };
    if (open.size > 0 && isOpen(recording)) return { ...about, state: "open", sentence: stillOpen };
    if (problem) return { ...about, state: "failed", sentence: `${problem} It is tried again.` };
    const wait = sayWait(waitFor(recording.stats.size, waits));
    return { ...about, state: "waiting", sentence: `Waiting until it has been unchanged for ${wait}.` };
  };
  const said = [...recordings.map(sayRecording), ...skipped].map((one) => describe(one, watch, parts.clock.now()));
  await tell(parts, watch, [...said, ...(await listRefused(folder))]);
  return { recordings, ready };
}

const noChange =
  "The server may not remove files from this folder. Give the user that runs it permission to write to incoming.";
const stillOpen = "Another program has it open for writing. It is taken in once that program has closed it.";

/** True when an earlier look has seen the very same, long enough ago. */
function isStill({ key, stats, sidecar }: Recording, { sights, waits }: Watch, now: Date): boolean {
  const print = `${printOf(stats)} ${sidecar ? printOf(sidecar.stats) : ""}`;
  const sight = sights.get(key);
  if (sight?.print === print) return performance.now() - sight.stillSinceMs >= waitFor(stats.size, waits);
  sights.set(key, { print, stillSinceMs: performance.now(), firstSeen: sight?.firstSeen ?? now });
  return false;
}

function describe({ key, name, bytes, state, sentence }: Skipped, { sights }: Watch, now: Date): IncomingEntry {
  const sight = sights.get(key) ?? { print: "", stillSinceMs: performance.now(), firstSeen: now };
  sights.set(key, sight);
  return { name: showName(name), bytes, state, since: sight.firstSeen.toISOString(), sentence };
}

/** A folder that cannot be written to does not keep recordings from being taken in. */
async function tell(parts: IncomingParts, watch: Watch, entries: readonly IncomingEntry[]): Promise<void> {
  try {
    await writeIncoming(watch.folder, entries);
    watch.isMute = false;
  } catch (error) {
    if (!watch.isMute) parts.log.warn({ err: error }, "what is in the incoming folder could not be told");
    watch.isMute = true;
  }
}
