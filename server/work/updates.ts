// The queue as it changes, for every editor who has it open: one query for all of them, and none if nobody has.
import { isDeepStrictEqual } from "node:util";
import type { Work, WorkItem } from "#contract/studio.ts";
import type { Parts } from "#server/parts.ts";
import { listWork } from "./list.ts";

type WorkEvent =
  | { name: "work"; data: Work }
  | { name: "item"; data: WorkItem }
  | { name: "counts"; data: Work["counts"] };

interface WorkUpdates {
  /** Sends the whole queue, then each change, until the returned function is called. */
  watch(tell: (event: WorkEvent) => void): () => void;
}

const everyMs = 500;

export function createWorkUpdates({ db, clock, log }: Pick<Parts, "db" | "clock" | "log">): WorkUpdates {
  const newcomers = new Set<(event: WorkEvent) => void>();
  const watchers = new Set<(event: WorkEvent) => void>();
  let latest: Work | undefined;
  let isLooking = false;

  const look = async (): Promise<void> => {
    const asked = [...newcomers];
    const work = await listWork(db, clock.now());
    const changes = latest ? listChanges(latest, work) : [];
    latest = work;
    for (const tell of watchers) for (const change of changes) tell(change);
    for (const tell of asked) {
      if (!newcomers.delete(tell)) continue;
      tell({ name: "work", data: work });
      watchers.add(tell);
    }
  };

  const loop = async (): Promise<void> => {
    if (isLooking) return;
    isLooking = true;
    while (newcomers.size + watchers.size > 0) {
      await look().catch((error: unknown) => log.error({ err: error }, "the queue could not be listed"));
      await new Promise((resolve) => setTimeout(resolve, everyMs));
    }
    latest = undefined;
    isLooking = false;
  };

  return {
    watch(tell) {
      newcomers.add(tell);
      void loop();
      return () => {
        newcomers.delete(tell);
        watchers.delete(tell);
      };
    },
  };
}

function listChanges(before: Work, after: Work): WorkEvent[] {
  const left = new Set(after.items.map(({ id }) => id));
  // a failure that a later attempt has solved or replaced is gone: the whole list is sent again
  if (before.items.some(({ id, state }) => state === "failed" && !left.has(id))) return [{ name: "work", data: after }];
  const known = new Map(before.items.map((item) => [item.id, item]));
  const changed = after.items.filter((item) => !isDeepStrictEqual(item, known.get(item.id)));
  // in the order they were added: a step ends before the next begins
  const inOrder = changed.toSorted((a, b) => a.id - b.id);
  const events: WorkEvent[] = inOrder.map((data) => ({ name: "item", data }));
  if (!isDeepStrictEqual(before.counts, after.counts)) events.push({ name: "counts", data: after.counts });
  return events;
}
