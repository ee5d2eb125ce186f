// Puts SQLite's commits on the disk without holding the event loop. SQLite appends a commit to its log; one call to the system,
// in another thread, then flushes the log for all commits that wait. From time to time another thread moves the log into
// the database. See decision 029.
import { open, type FileHandle } from "node:fs/promises";
import type { DatabaseSync, StatementSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { Worker } from "node:worker_threads";

export interface Durable {
  /** Resolves when everything committed so far outlives a power cut. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

/** Looking at the log costs more than counting. */
const commitsBetweenLooks = 50;
/** SQLite's own default. A page has 4 KiB. */
const pagesInLog = 1000;
/** The length of the log at which those who write have to wait. */
const mostPagesInLog = 10_000;
const workerRestsMs = 10_000;

export function openDurable(file: string, database: DatabaseSync): Durable {
  let handle: FileHandle | undefined;
  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  let commits = 0;
  let isBroken = false;
  const log = openLog(file, database);

  const flushLog = async (): Promise<void> => {
    handle ??= await open(`${file}-wal`).catch(ignoreMissing);
    await handle?.datasync();
  };
  const flushOnce = async (): Promise<void> => {
    let problem: unknown = new Error("The log of the database could not be written to the disk.");
    if (!isBroken)
      try {
        return await flushLog();
      } catch (error) {
        isBroken = true;
        problem = error;
      }
    // the system may have forgotten what it could not write, and would call the next flush a success
    await log.moveAll(problem);
    isBroken = false;
  };
  const start = (): Promise<void> => {
    next = undefined;
    running = flushOnce().finally(() => (running = undefined));
    return running;
  };
  return {
    async flush() {
      if (++commits % commitsBetweenLooks === 0) log.shorten();
      // the one that runs may have begun before this commit
      if (running) await (next ??= running.then(start, start));
      else await start();
    },
    async close() {
      await log.close();
      await next?.catch(() => undefined);
      await running?.catch(() => undefined);
      await handle?.close();
    },
  };
}

/** There is no log before the first commit. */
function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== "ENOENT") throw error;
}

interface Log {
  /** If it is long. */
  shorten(): void;
  /** Writes everything in the log to the database, and flushes that; throws what is given where that fails, too. */
  moveAll(problem: unknown): Promise<void>;
  close(): Promise<void>;
}

/** A long log makes reading slow. Moving it into the database waits for the disk, so another thread does most of it. */
function openLog(file: string, database: DatabaseSync): Log {
  const countPages = database.prepare("pragma wal_checkpoint(noop)");
  const finish = database.prepare("pragma wal_checkpoint(passive)");
  const empty = database.prepare("pragma wal_checkpoint(truncate)");
  let worker: Worker | undefined;
  let isBusy = false;
  let rest: NodeJS.Timeout | undefined;

  const finishHere = (): void => {
    if (!database.isOpen || database.isTransaction) return;
    try {
      finish.all();
    } catch {
      // a disk that fails: the log has everything, and those who write are told
    }
  };
  const end = async (): Promise<void> => {
    clearTimeout(rest);
    const ending = worker;
    worker = undefined;
    isBusy = false;
    await ending?.terminate();
  };
  const startWorker = (): Worker => {
    const started = new Worker(new URL("checkpoint-worker.ts", import.meta.url), { workerData: file });
    started.unref();
    started.on("message", () => {
      isBusy = false;
      // what was committed meanwhile: SQLite begins its log anew only when nothing is left in it
      finishHere();
      rest = setTimeout(() => void end(), workerRestsMs).unref();
    });
    started.on("error", () => {
      worker = undefined;
      isBusy = false;
      finishHere();
    });
    return started;
  };
  return {
    shorten() {
      const { log = 0, checkpointed = 0 } = (countPages.get() ?? {}) as Record<string, number>;
      if (log > mostPagesInLog) finishHere();
      if (isBusy || log - checkpointed < pagesInLog) return;
      isBusy = true;
      clearTimeout(rest);
      worker ??= startWorker();
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- that is for windows
      worker.postMessage("move");
    },
    async moveAll(problem) {
      for (let tries = 0; tries < 50; tries += 1) {
        if (!database.isOpen) break;
        if (!database.isTransaction && isEmptied(empty, problem)) return;
        await sleep(20);
      }
      throw problem;
    },
    close: end,
  };
}

function isEmptied(empty: StatementSync, problem: unknown): boolean {
  try {
    return (empty.get() as { busy: number } | undefined)?.busy === 0;
  } catch {
    throw problem;
  }
}
