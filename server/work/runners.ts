// Which runner does which jobs of recordings: making a recording playable never waits for steps that take hours, and regular jobs
// wait for neither.
import { z } from "zod";
import type { JobHandler } from "#server/queue/settings.ts";
import type { Parts } from "#server/parts.ts";
import { addDemoRecording, demoJob } from "#server/intake/demo/add.ts";
import { failInWords } from "#server/prepare/failure.ts";
import { fillSearch, searchJob } from "#server/prepare/fill-search.ts";
import { hearEarlier, hearJob } from "#server/prepare/hear-earlier.ts";
import { judgeJob, judgePublished } from "#server/prepare/judge-published.ts";
import { prepareStep } from "#server/prepare/prepare.ts";
import { sweepInTurn } from "#server/cleanup/cleanup.ts";
import { jobOf, type Step } from "#server/prepare/steps.ts";
import { addMissingSizes, sizesJob } from "#server/prepare/sizes.ts";
import { resumePreparing, sweepOrphans } from "#server/prepare/leftovers.ts";
import { verifyBite, verifyJob } from "#server/backup/verify-nightly.ts";

const DemoPayload = z.object({ name: z.string() });
const Payload = z.object({ videoId: z.string() });

type Runner = "round" | "quick" | "slow";

const runners: Record<Runner, readonly Step[]> = {
  round: [],
  quick: ["first", "pictures", "captions", "sound"],
  slow: ["rungs", "check"],
};

/** On an import of many, all are watchable and have their sound and pictures before the first smaller size is made. */
export const cheapFirst = { held: [jobOf("rungs")], after: runners.quick.map(jobOf) };

export function archiveWork(parts: Parts, runner: Runner): Record<string, JobHandler> {
  const handle = (step: Step) => async (payload: unknown, attempting: Parameters<JobHandler>[1]) =>
    prepareStep(parts, step, Payload.parse(payload).videoId, attempting);
  const prepare = Object.fromEntries(runners[runner].map((step) => [jobOf(step), handle(step)]));
  if (runner === "slow")
    return {
      ...prepare,
      "sweep-orphans": failInWords(parts, async () => void (await sweepOrphans(parts))),
      [judgeJob]: failInWords(parts, async (_, { signal }) => void (await judgePublished(parts, signal))),
      [searchJob]: failInWords(parts, async (_, { signal }) => fillSearch(parts, signal)),
      [hearJob]: failInWords(parts, async (_, job) => hearEarlier(parts, job)),
      [verifyJob]: failInWords(parts, async (_, { signal }) => void (await verifyBite(parts, { signal }))),
    };
  if (runner === "round")
    return {
      "sweep-retention": failInWords(parts, async () => sweepInTurn(parts)),
      [sizesJob]: failInWords(parts, async () => void (await addMissingSizes(parts))),
      "resume-preparing": failInWords(parts, async () => void (await resumePreparing(parts))),
    };
  return {
    ...prepare,
    [demoJob]: (payload: unknown, { signal }) => addDemoRecording(parts, DemoPayload.parse(payload).name, signal),
  };
}
