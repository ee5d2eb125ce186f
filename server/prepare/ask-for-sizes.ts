// A member's line was too slow for the smallest size of a recording. If the owner has chosen so, the first such member
// causes its smaller sizes to be made.
import { findRecording, listAssets, setSizesAsked } from "#server/library/recording.ts";
import type { Parts } from "#server/parts.ts";
import { findJob } from "#server/queue/queue.ts";
import { lacksSizes } from "./sizes.ts";
import { addStep } from "./steps.ts";

interface Subject {
  id: string;
  state: string;
  audio_only: boolean;
}

/** Idempotent. The caller has checked that the member may watch it. */
export async function askForSizes(
  { db, config, clock, wake }: Pick<Parts, "db" | "config" | "clock" | "wake">,
  { id, state, audio_only: isAudioOnly }: Subject,
): Promise<void> {
  if (config.smallerSizes !== "when-asked" || state !== "published" || isAudioOnly) return;
  const recording = await findRecording(db, id);
  if (!recording || !lacksSizes(recording, await listAssets(db, id))) return;
  await db.transaction().execute(async (trx) => {
    const job = await findJob(trx, await addStep(trx, id, "rungs"));
    // a step that runs has already seen that nobody had asked; the next member asks again
    if (job?.state === "waiting") await setSizesAsked(trx, id, clock.now());
  });
  wake();
}
