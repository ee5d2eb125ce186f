// The check-up once a day, by the queue. What turns red is in the log, and on every page of the owner's studio.
import type { Parts } from "#server/parts.ts";
import { addJob } from "#server/queue/queue.ts";
import { createCheckUp } from "./check-up.ts";
import { readRow } from "./saved.ts";

export const checkUpJob = "check-up";
const dayMs = 22 * 3_600_000;

/** Called regularly. */
export async function addCheckUpWork({ db, clock, config }: Pick<Parts, "db" | "clock" | "config">): Promise<void> {
  if (!config.isSetUp) return;
  const { ran_at } = await readRow(db);
  if (ran_at && clock.now().getTime() - ran_at.getTime() < dayMs) return;
  await addJob(db, { kind: checkUpJob, key: "round", payload: {}, priority: -10 });
}

export function checkUpWork(parts: Parts) {
  const checkUp = createCheckUp(parts);
  return {
    async [checkUpJob](): Promise<void> {
      await checkUp();
    },
  };
}
