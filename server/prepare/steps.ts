// The steps that prepare a recording. Each is a job: safe to repeat, and the next one is added with its result.
import type { Database } from "#server/database/open.ts";
import type { Facts } from "#server/media/facts/facts.ts";
import { addJob } from "#server/queue/queue.ts";

export const steps = ["first", "pictures", "captions", "sound", "rungs", "check"] as const;
export type Step = (typeof steps)[number];

type StepJob = `prepare-${Step}`;

export function jobOf(step: Step): StepJob {
  return `prepare-${step}`;
}

interface Has {
  pictures: boolean;
  sound: boolean;
  captions: boolean;
}

/** Without video the thumbnail is drawn from the audio, so the audio comes first. */
export function rowOf(has: Has): Step[] {
  const row: readonly Step[] = has.pictures ? steps : ["first", "sound", "pictures", "captions", "check"];
  return row.filter((step) => (step !== "sound" || has.sound) && (step !== "captions" || has.captions));
}

export function nextStep(step: Step, { video, audio, captions = [], broughtCaptions = 0 }: Facts): Step | undefined {
  const hasCaptions = captions.length + broughtCaptions > 0;
  const row = rowOf({ pictures: video !== null, sound: audio !== null, captions: hasCaptions });
  const index = row.indexOf(step);
  return index < 0 ? undefined : row[index + 1];
}

export async function addStep(db: Database, videoId: string, step: Step): Promise<number> {
  // making one recording playable comes before improving another
  const usual = { first: 30, pictures: 20, captions: 15, sound: 10, rungs: 0, check: 0 }[step];
  const priority = step === "rungs" ? await rankByAge(db, videoId) : usual;
  const { id } = await addJob(db, { kind: jobOf(step), key: videoId, payload: { videoId }, priority });
  return id;
}

const dayMs = 86_400_000;

/** Smaller sizes take hours, so they come after everything else of their runner, and the newest recording first. */
async function rankByAge(db: Database, videoId: string): Promise<number> {
  const row = await db.selectFrom("video").select("add_date").where("id", "=", videoId).executeTakeFirst();
  return Math.floor((row?.add_date.getTime() ?? 0) / dayMs) - 100_000;
}
