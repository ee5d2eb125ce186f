// The folder incoming/: a file is added once its writer has closed it and it has not changed for a while, and is then
// deleted from there. For files that are not added, the folder and the studio say why.
import { mkdir, readdir } from "node:fs/promises";
import { inTurn, repeat } from "#server/one-at-a-time.ts";
import { Refusal } from "#server/refusal.ts";
import { putCopiesLast } from "#server/intake/import/copies.ts";
import { FileChanged } from "./file-print.ts";
import { type Recording, sortEntries } from "./entries.ts";
import { beginToWait, lookThrough, type Watch } from "./look-through.ts";
import { type IncomingParts, takeRecording } from "./take.ts";
import { clearTaken } from "./taken.ts";
import { type IncomingWaits, usualWaits } from "./waits.ts";
import { words } from "./words.ts";
import path from "node:path";
import { tryHold } from "#server/database/one-server.ts";

/** Checks that are left out, one after the other, while there is nothing: a server at rest is to have little to do. */
const restsWhenEmpty = 3;

export interface Incoming extends AsyncDisposable {
  /** Checks the folder once; a file is never added by the first check that sees it. */
  look(): Promise<void>;
}

export async function watchIncoming(
  parts: IncomingParts,
  folder: string,
  waits: Partial<IncomingWaits> = {},
): Promise<Incoming> {
  await mkdir(folder, { recursive: true });
  const stopping = new AbortController();
  const { signal } = stopping;
  const watch: Watch = {
    folder,
    waits: { ...usualWaits, ...waits },
    sights: new Map(),
    folders: [],
    signal,
    isMute: false,
  };
  const onError = (error: unknown): void => {
    if (!signal.aborted) parts.log.error({ err: error }, "the incoming folder could not be read");
  };
  const lookInTurn = inTurn();
  const look = () => lookInTurn(() => lookOnce(parts, watch)).catch(onError);
  let rests = 0;
  /** There was nothing at the last check, and its report says so. */
  let isReportedEmpty = false;
  const lookAgain = async (): Promise<void> => {
    const isEmpty = watch.sights.size === 0;
    rests = isEmpty && rests < restsWhenEmpty ? rests + 1 : 0;
    if (rests > 0) return;
    const hasNothing = isEmpty && (await hasNoFile(folder));
    // a whole check calls the system seven times
    if (!(hasNothing && isReportedEmpty)) await look();
    isReportedEmpty = hasNothing && !watch.isMute;
  };
  const looking = repeat(lookAgain, { everyMs: watch.waits.lookMs, onError });
  return {
    look,
    async [Symbol.asyncDispose]() {
      stopping.abort();
      await looking.stop();
      await lookInTurn(async () => undefined);
    },
  };
}

async function hasNoFile(folder: string): Promise<boolean> {
  const names = await readdir(folder).catch(() => undefined);
  return names?.length === 0;
}

async function lookOnce(parts: IncomingParts, watch: Watch): Promise<void> {
  const { signal } = watch;
  if (signal.aborted) return;
  await clearAll(parts, watch);
  const { recordings, ready } = await lookThrough(parts, watch);
  if (ready.length === 0) return;
  const left = new Set(recordings);
  const { recordings: ordered } = await putCopiesLast(ready.map((one) => ({ file: one, sidecars: one.sidecars })));
  for (const { file: recording } of ordered) {
    if (signal.aborted) return;
    left.delete(recording);
    const shared = new Set([...left].flatMap(({ sidecars }) => sidecars.map(({ key }) => key)));
    const isTaken = await tryToTake(parts, watch, { recording, shared });
    if (!isTaken) left.add(recording);
  }
  await clearAll(parts, watch);
  await lookThrough(parts, watch);
}

async function clearAll({ log }: IncomingParts, { folder, folders, waits }: Watch): Promise<void> {
  // before the first check only the folders on the disk are known
  const all = folders.length > 0 ? folders : (await sortEntries(folder)).folders;
  for (const one of all) await clearTaken(one, waits.keepMs, log);
}

/** A file that fails never stops the others from being added. */
async function tryToTake(
  parts: IncomingParts,
  watch: Watch,
  { recording, shared }: { recording: Recording; shared: ReadonlySet<string> },
): Promise<boolean> {
  const { folder, sights, signal } = watch;
  try {
    await takeRecording(parts, { folder, recording, shared, signal });
    sights.delete(recording.key);
    return true;
  } catch (error) {
    const sight = sights.get(recording.key);
    if (signal.aborted || !sight) return false;
    beginToWait(watch, recording.key);
    if (error instanceof FileChanged) return false;
    parts.log.error(
      { err: error, name: recording.place },
      "a file in the incoming folder could not be added; it is tried again",
    );
    const isForPeople = error instanceof Refusal;
    sight.problem = isForPeople ? error.message : words.notCopied;
    return false;
  }
}

// If several servers share a data folder, one of them watches the folder incoming; when it stops, another takes over.

const usualAskMs = 5000;

export async function watchIncomingInTurn(
  parts: IncomingParts,
  dataDir: string,
  { askMs = usualAskMs, ...waits }: Partial<IncomingWaits> & { askMs?: number } = {},
): Promise<AsyncDisposable> {
  await using stack = new AsyncDisposableStack();
  const begin = async (): Promise<boolean> => {
    const turn = tryHold(dataDir, { name: "incoming.lock", how: "alone" });
    if (!turn) return false;
    kept.use(turn);
    kept.use(await watchIncoming(parts, path.join(dataDir, "incoming"), waits));
    return true;
  };
  const kept = stack.use(new AsyncDisposableStack());
  if (!(await begin())) {
    const ask = async (): Promise<void> => {
      // not awaited: stop() waits for this run
      if (await begin()) void asking.stop();
    };
    const asking = repeat(ask, {
      everyMs: askMs,
      onError: (error) => parts.log.error({ err: error }, "the incoming folder could not be watched"),
    });
    stack.use(asking);
  }
  const all = stack.move();
  return { [Symbol.asyncDispose]: () => all.disposeAsync() };
}
