// Work whose server died: that is not the job's failure, so it is put back, to wait longer after each time.
// Work that no server survives is given up, or it would end the server for ever.
import type { Database } from "#server/database/open.ts";
import { endAttempt } from "./attempt.ts";
import { takeLeftBehind, type Ending, type TakenJob } from "./lease.ts";
import type { RunnerSettings } from "./settings.ts";
import { words } from "./words.ts";

interface Finder {
  holder: string;
  /** At work in this very runner, even when their lease ran out. */
  except: readonly number[];
  settings: RunnerSettings;
}

export async function putBackLeftBehind(db: Database, { holder, except, settings }: Finder): Promise<void> {
  const now = settings.clock();
  const until = new Date(now.getTime() + settings.leaseMs);
  const left = await takeLeftBehind(db, { holder, kinds: Object.keys(settings.handlers), now, until, except });
  for (const job of left) {
    const deaths = job.deaths + 1;
    settings.log.warn({ job: job.id, kind: job.kind, deaths }, "a server ended while it did this job");
    // counted only now: a server that dies in between must not count as a second death of the same attempt
    await endAttempt(db, { holder, job, settings }, decide({ ...job, deaths }, settings));
  }
}

function decide(job: TakenJob, { clock, maxDeaths, afterDeathMs }: RunnerSettings): Ending {
  const at = clock();
  const attempts = job.attempts - 1;
  if (job.is_cancel_wanted) return { as: "cancelled", at, attempts };
  const { deaths } = job;
  if (job.deaths < maxDeaths)
    return { as: "putBack", runAt: new Date(at.getTime() + afterDeathMs(deaths)), attempts, deaths };
  return { as: "quarantined", at, attempts, deaths, error: words.serverStopped(deaths) };
}
