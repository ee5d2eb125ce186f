// The jobs of this room: deciding who gets a notice, sending it, looking for trouble, and the weekly notices.
import { z } from "zod";
import type { Database } from "#server/database/open.ts";
import type { Parts } from "#server/parts.ts";
import { addJob } from "#server/queue/queue.ts";
import type { JobContext } from "#server/queue/settings.ts";
import { deliver } from "./deliver.ts";
import { addDigests } from "./digest.ts";
import { addEndings } from "./ending.ts";
import { sendJob, spreadJob } from "./outbox.ts";
import { spreadNotice } from "./spread.ts";
import { addSummary } from "./summary.ts";
import { watchTroubles } from "./troubles.ts";

export const watchJob = "watch-troubles";

const Spread = z.object({ noticeId: z.number() });
const Send = z.object({ deliveryId: z.number() });
const keptMs = 90 * 86_400_000;

/** How long a notice is tried again: seconds at first, a few hours at last. */
export const patience = {
  maxAttempts: 8,
  backoffMs: (attempt: number) => Math.min(4 * 3_600_000, 5000 * 4 ** (attempt - 1)),
  // sending needs little, so a server that dies meanwhile dies of something else: news should not wait for long
  waitAfterCrashMs: (crash: number) => (crash < 2 ? 0 : Math.min(30_000, 5000 * 2 ** (crash - 2))),
  // and should not be given up because of it
  maxCrashes: 100,
  // what may have been sent already is not sent again by each start of a server that keeps dying
  calmMs: 10_000,
};

export function noticeWork(parts: Parts) {
  return {
    async [spreadJob](payload: unknown): Promise<void> {
      await spreadNotice(parts, Spread.parse(payload).noticeId);
    },
    async [sendJob](payload: unknown, { isLastAttempt }: JobContext): Promise<void> {
      await deliver(parts, Send.parse(payload).deliveryId, isLastAttempt);
    },
    async [watchJob](): Promise<void> {
      await watchTroubles(parts);
      await addDigests(parts);
      await addSummary(parts);
      await addEndings(parts);
      await forgetOld(parts);
    },
  };
}

/** Called regularly. */
export async function addWatchWork(db: Database): Promise<void> {
  await addJob(db, { kind: watchJob, key: "round", payload: {} });
}

async function forgetOld({ db, clock }: Parts): Promise<void> {
  await db
    .deleteFrom("notice")
    .where("at", "<", new Date(clock.now().getTime() - keptMs))
    .execute();
}
