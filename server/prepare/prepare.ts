// Prepares a recording, step by step. An interrupted step is repeated, using what is already complete; a recording that
// cannot be prepared ends as failed, with a sentence that says why.
import { failVideo } from "#server/library/prepared.ts";
import { changeLibrary } from "#server/library/version.ts";
import { saysDamaged } from "#server/media/ffmpeg/run.ts";
import { requireMounted } from "#server/media/store/store.ts";
import { Hopeless, Postponed } from "#server/queue/settings.ts";
import { Refusal } from "#server/refusal.ts";
import { makeCaptions } from "#server/prepare/making/captions.ts";
import { checkAll } from "#server/prepare/making/check.ts";
import { writeFailure } from "./failure.ts";
import { makeFirst } from "#server/prepare/making/make-watchable.ts";
import { makePicturesStep } from "#server/prepare/making/pictures.ts";
import type { Outcome, PrepareParts, Preparing } from "./preparing.ts";
import { findRecording, setProblem, type Recording } from "#server/library/recording.ts";
import { makeRungs } from "#server/prepare/making/smaller-sizes.ts";
import { makeSound } from "#server/prepare/making/sound.ts";
import { addStep, nextStep, type Step } from "./steps.ts";
import { words } from "./words.ts";
import { isDiskFull } from "#server/media/store/disk-full.ts";
import { measureVolume, sayBytes } from "#server/media/store/space.ts";

const makers: Record<Step, (preparing: Preparing) => Promise<Outcome>> = {
  first: makeFirst,
  pictures: makePicturesStep,
  captions: makeCaptions,
  sound: makeSound,
  rungs: makeRungs,
  check: checkAll,
};

interface Attempting {
  signal: AbortSignal;
  progress(fraction: number, words?: string): void;
  isLastAttempt: boolean;
}

export async function prepareStep(
  parts: PrepareParts,
  step: Step,
  videoId: string,
  attempting: Attempting,
): Promise<void> {
  const recording = await findRecording(parts.db, videoId);
  if (!recording) return;
  attempting.progress(0, words.steps[step]);
  try {
    await requireMounted(parts.media.store);
    await requireSpaceForStep(parts, step, recording);
    const finish = await makers[step]({ parts, recording, ...attempting });
    attempting.signal.throwIfAborted();
    await requireMounted(parts.media.store);
    // caches of what can be played are refreshed
    await changeLibrary(parts.db, async (trx) => {
      await finish(trx, parts.clock.now());
      const next = nextStep(step, recording.facts);
      if (next) await addStep(trx, videoId, next);
    });
    parts.wake();
  } catch (thrown) {
    if (attempting.signal.aborted) throw thrown;
    const error = saysDamaged(thrown) ? new Refusal("bad-input", words.damaged, { cause: thrown }) : thrown;
    const wait = await findWait(parts, error);
    if (wait) throw wait;
    // the same file fails again, but storage that does not answer may work next time
    const isFinal = error instanceof Refusal && error.code === "bad-input";
    const isHopeless = isFinal || attempting.isLastAttempt;
    if (step === "first" && isHopeless) await giveUp(parts, videoId, error);
    else if (isHopeless) await goOn(parts, { videoId, step, facts: recording.facts });
    parts.log.warn({ video: videoId, step, err: error }, "a step of preparing failed");
    const Failed = isFinal ? Hopeless : Error;
    throw new Failed(writeFailure(error));
  }
}

async function giveUp({ db, clock }: PrepareParts, videoId: string, error: unknown): Promise<void> {
  const sentence = error instanceof Refusal ? error.message : words.notPrepared;
  await changeLibrary(db, async (trx) => {
    await failVideo(trx, videoId, clock.now());
    await setProblem(trx, videoId, sentence);
  });
}

/** Steps after the first only improve a recording: if one fails, the next is still tried. */
async function goOn(
  { db }: PrepareParts,
  { videoId, step, facts }: { videoId: string; step: Step; facts: Parameters<typeof nextStep>[1] },
): Promise<void> {
  const next = nextStep(step, facts);
  if (next) await addStep(db, videoId, next);
}

// How much of the recording's size each step is about to write, roughly.

const shares: Record<Step, number> = { first: 1, pictures: 0, captions: 0, sound: 0.1, rungs: 0.5, check: 0 };
// Checking again is cheap; a step that filled the disk half-way would probably do so again.

const waitMs = { beforeIt: 60_000, afterIt: 600_000 };

async function requireSpaceForStep(parts: PrepareParts, step: Step, { bytes }: Recording): Promise<void> {
  const [free, needed] = [await measureFree(parts), Math.ceil(bytes * shares[step])];
  if (free >= needed) return;
  throw new Refusal(
    "no-room",
    words.noSpace({ free: sayBytes(free), needed: sayBytes(needed), missing: sayBytes(needed - free) }),
  );
}

/** Undefined when waiting would not help. */
async function findWait(parts: PrepareParts, error: unknown): Promise<Postponed | undefined> {
  if (error instanceof Refusal && (error.code === "no-room" || error.code === "busy"))
    return new Postponed(error.message, waitMs.beforeIt);
  if (!isDiskFull(error)) return undefined;
  return new Postponed(words.diskFull(sayBytes(await measureFree(parts))), waitMs.afterIt);
}

async function measureFree({ media }: PrepareParts): Promise<number> {
  const { bavail, bsize } = await measureVolume(media.store.folder);
  return bavail * bsize;
}
