// What an import will cost: the sum of what preparing each of its recordings costs. Pure.
import type { Config } from "#server/config.ts";
import { listCosts, type Prepared } from "#server/prepare/cost.ts";
import { wantsSizes } from "#server/prepare/sizes.ts";
import type { Planned } from "./plan.ts";

export interface Cost {
  /** The seconds of audio and video. */
  mediaSeconds: number;
  watchableSeconds: number;
  /** Everything, with the smaller sizes. */
  processorSeconds: number;
  /** The bytes of the originals, and of what is made from them. */
  bytes: number;
}

/** Those that would be added. */
export function listComing(plans: readonly Planned[], sizes: Config["smallerSizes"], now = new Date()): Prepared[] {
  return plans.flatMap(({ state, facts, bytes, examined }) => {
    if (state !== "new" || !facts || !examined) return [];
    const { addDate } = examined.decided;
    return [{ facts, bytes, hasSizes: wantsSizes(sizes, { addDate, askedAt: null }, now) }];
  });
}

export function estimateCost(recordings: readonly Prepared[]): Cost {
  const total = { mediaSeconds: 0, watchableSeconds: 0, processorSeconds: 0, bytes: 0 };
  for (const recording of recordings) {
    total.mediaSeconds += recording.facts.durationSeconds;
    total.bytes += recording.bytes;
    for (const { step, processorSeconds, bytes } of listCosts(recording)) {
      if (step === "first") total.watchableSeconds += processorSeconds;
      total.processorSeconds += processorSeconds;
      total.bytes += bytes;
    }
  }
  return total;
}
