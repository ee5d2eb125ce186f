// The check-up by the queue: once a day, or every few minutes if the owner wants to be told of trouble. What turns red is in the log, and on every page of the owner's studio.
import type { NoticesConfig } from "#server/config.ts";
import type { Parts } from "#server/parts.ts";
import { addJob } from "#server/queue/queue.ts";
import { createCheckUp } from "./check-up.ts";
import { checkUpJob, readCheckUp } from "./saved.ts";

const dayMs = 22 * 3_600_000;
const oftenMs = 4 * 60_000;

/** Called regularly. */
export async function addCheckUpWork({ db, clock, config }: Pick<Parts, "db" | "clock" | "config">): Promise<void> {
  if (!config.isSetUp) return;
  const { ran_at } = await readCheckUp({ db, config });
  const everyMs = isAnybodyTold(config.notices) ? oftenMs : dayMs;
  if (ran_at && clock.now().getTime() - Date.parse(ran_at) < everyMs) return;
  await addJob(db, { kind: checkUpJob, key: "round", payload: {}, priority: -10 });
}

function isAnybodyTold({ discordTroubleUrl, webhook, mail, troubleMailTo }: NoticesConfig): boolean {
  return discordTroubleUrl !== null || webhook !== null || (mail !== null && troubleMailTo.length > 0);
}

export function checkUpWork(parts: Parts) {
  const checkUp = createCheckUp(parts, "regular");
  return {
    async [checkUpJob](): Promise<void> {
      await checkUp();
    },
  };
}
