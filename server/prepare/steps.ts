// The row of steps that prepares a video, each a job of its own: safe to repeat, and the next is added with its result.
import type { Database } from "#server/database/open.ts";
import type { Facts } from "#server/media/facts/facts.ts";
import { addJob } from "#server/queue/queue.ts";

export const steps = ["first", "pictures", "captions", "sound", "rungs", "check"] as const;
export type Step = (typeof steps)[number];

/** What an editor reads while it runs. */
export const stepWords: Record<Step, string> = {
  first: "Making it watchable",
  pictures: "Choosing a picture",
  captions: "Reading the captions",
  sound: "Levelling the sound",
  rungs: "Making smaller sizes",
  check: "Checking everything once more",
};

export type StepJob = `prepare-${Step}`;

export function jobOf(step: Step): StepJob {
  return `prepare-${step}`;
}

interface Has {
  pictures: boolean;
  sound: boolean;
  captions: boolean;
}

/** Without pictures of its own a recording's picture is drawn from its sound, so the sound comes first. */
export function rowOf(has: Has): Step[] {
  const row: readonly Step[] = has.pictures ? steps : ["first", "sound", "pictures", "check"];
  return row.filter((step) => (step !== "sound" || has.sound) && (step !== "captions" || has.captions));
}

export function nextStep(step: Step, { video, audio, captions = [] }: Facts): Step | undefined {
  const row = rowOf({ pictures: video !== null, sound: audio !== null, captions: captions.length > 0 });
  const index = row.indexOf(step);
  return index < 0 ? undefined : row[index + 1];
}

export async function addStep(trx: Database, videoId: string, step: Step | undefined): Promise<void> {
  if (step === undefined) return;
  // what makes something watchable goes before what makes it better
  const priority = { first: 30, pictures: 20, captions: 15, sound: 10, rungs: 0, check: 0 }[step];
  await addJob(trx, { kind: jobOf(step), key: videoId, payload: { videoId }, priority });
}
