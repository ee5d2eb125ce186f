// What an import will cost: processor time and space, from what bench/ has measured for a minute of 1080p. Pure.
import { furtherEncodings } from "#server/media/facts/decide.ts";
import type { Config } from "#server/config.ts";
import type { Facts } from "#server/media/facts/facts.ts";
import { wantsSizes } from "#server/prepare/sizes.ts";
import type { Planned } from "./plan.ts";

/** Seconds of processor for a minute; those of video are for 1080p at 30 frames per second. */
const secondsPerMinute = { watchable: 1, soundAndPictures: 5, smallerSizes: 55 };
const fullPixels = 1920 * 1080 * 30;
/** Both forms of the audio, and each smaller size. */
const bytesPerMinute = { audio: 2_400_000, smallerSize: 11_000_000 };

export interface Cost {
  /** Of sound and video. */
  mediaSeconds: number;
  watchableSeconds: number;
  /** Everything, with the smaller sizes. */
  processorSeconds: number;
  bytes: number;
}

interface Coming {
  facts: Pick<Facts, "durationSeconds" | "video">;
  bytes: number;
  hasSizes: boolean;
}

/** Those that would be added. */
export function listComing(plans: readonly Planned[], sizes: Config["smallerSizes"], now = new Date()): Coming[] {
  return plans.flatMap(({ state, facts, bytes, examined }) => {
    if (state !== "new" || !facts || !examined) return [];
    return [{ facts, bytes, hasSizes: wantsSizes(sizes, examined.decided.addDate, now) }];
  });
}

export function estimateCost(recordings: readonly Coming[]): Cost {
  return recordings.map(estimateOne).reduce(
    (sum, one) => ({
      mediaSeconds: sum.mediaSeconds + one.mediaSeconds,
      watchableSeconds: sum.watchableSeconds + one.watchableSeconds,
      processorSeconds: sum.processorSeconds + one.processorSeconds,
      bytes: sum.bytes + one.bytes,
    }),
    { mediaSeconds: 0, watchableSeconds: 0, processorSeconds: 0, bytes: 0 },
  );
}

function estimateOne({ facts: { durationSeconds, video }, bytes, hasSizes }: Coming): Cost {
  const minutes = durationSeconds / 60;
  const share = video ? Math.min(4, (video.width * video.height * video.framesPerSecond) / fullPixels) : 0;
  const sizes = video && hasSizes ? furtherEncodings(video, ["source"]).length : 0;
  const watchableSeconds = minutes * secondsPerMinute.watchable;
  const rest = minutes * secondsPerMinute.soundAndPictures;
  return {
    mediaSeconds: durationSeconds,
    watchableSeconds,
    processorSeconds: watchableSeconds + rest + (sizes > 0 ? minutes * share * secondsPerMinute.smallerSizes : 0),
    // the original, and what is played of it
    bytes: bytes * 2 + minutes * (bytesPerMinute.audio + sizes * bytesPerMinute.smallerSize),
  };
}
