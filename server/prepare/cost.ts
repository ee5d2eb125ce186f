// What each step of preparing costs: processor time and space, from what bench/preparing.ts measures for a minute of 1080p
// at 30 frames per second. Pure.
import { decide, firstEncoding, furtherEncodings } from "#server/media/facts/decide.ts";
import type { Facts } from "#server/media/facts/facts.ts";
import { rowOf, type Step } from "./steps.ts";

/** Seconds of processor for a minute. */
const perMinute = { copy: 1, encodeFirst: 17, pictures: 1, sound: 4, smallerSizes: 48, checkSource: 4, checkSizes: 3 };
const fullPixels = 1920 * 1080 * 30;
const bytesPerMinute = { audio: 2_400_000, smallerSize: 11_000_000 };

export interface Prepared {
  facts: Pick<Facts, "durationSeconds" | "video" | "audio" | "timeline">;
  /** The bytes of the original. */
  bytes: number;
  hasSizes: boolean;
}

interface StepCost {
  step: Step;
  processorSeconds: number;
  /** What the step adds to the disk. */
  bytes: number;
}

/** The steps in the order in which they run. */
export function listCosts({ facts, bytes, hasSizes }: Prepared): StepCost[] {
  const { durationSeconds, video, audio } = facts;
  const minutes = durationSeconds / 60;
  const share = video ? Math.min(4, (video.width * video.height * video.framesPerSecond) / fullPixels) : 0;
  const isCopied = video === null || decide(facts).pictures === "copy";
  const has = video && !isCopied ? firstEncoding(video).rung : "source";
  const sizes = video && hasSizes ? furtherEncodings(video, [has]).length : 0;
  const ofSizes = sizes > 0 ? share : 0;
  const costs: Record<Step, [seconds: number, bytes: number]> = {
    first: isCopied ? [perMinute.copy, bytes / minutes] : [perMinute.encodeFirst * share, bytesPerMinute.smallerSize],
    pictures: [perMinute.pictures * share, 0],
    captions: [0, 0],
    sound: [perMinute.sound, bytesPerMinute.audio],
    rungs: [perMinute.smallerSizes * ofSizes, bytesPerMinute.smallerSize * sizes],
    // making smaller sizes decodes the recording's own size, too
    check: [sizes > 0 ? perMinute.checkSizes * ofSizes : perMinute.checkSource * share, 0],
  };
  const row = rowOf({ pictures: video !== null, sound: audio !== null, captions: false });
  return row.map((step) => {
    const [seconds, made] = costs[step];
    return { step, processorSeconds: minutes * seconds, bytes: minutes > 0 ? minutes * made : 0 };
  });
}
