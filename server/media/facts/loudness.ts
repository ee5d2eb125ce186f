// How loud a recording is, and the constant gain that makes it as loud as the others.

export interface Loudness {
  integratedLufs: number;
  /** The highest sample, in dB of full scale. */
  peakDb: number;
  gainDb: number;
}

const targetLufs = -14;
export const ceilingDb = -1;
/** Below this there is nothing to hear, and raising it would raise only noise. */
const silenceLufs = -60;

/** Null when the gain is fine; else one that goes a little lower than it has to, because the noise changes with the level. */
export function lowerGain(gainDb: number, { truePeakDb, attempt }: { truePeakDb: number; attempt: number }) {
  if (truePeakDb <= ceilingDb) return null;
  return Math.round((gainDb - (truePeakDb - ceilingDb) - 0.1 * attempt) * 100) / 100;
}

/** An encoder makes peaks higher: music by 1 dB, clipped noise by 9. Below this nobody needs to look. */
export function mayPassCeiling({ peakDb, gainDb }: Pick<Loudness, "peakDb" | "gainDb">): boolean {
  return peakDb + gainDb > ceilingDb - 12;
}

/** Between two samples of what was encoded it may be so much higher than at them. */
export const mostBetweenSamplesDb = 4;

export function chooseGain({ integratedLufs, peakDb }: Omit<Loudness, "gainDb">): number {
  if (integratedLufs < silenceLufs) return 0;
  return Math.round(Math.min(targetLufs - integratedLufs, ceilingDb - peakDb) * 100) / 100;
}

/** From the summary that ffmpeg's ebur128 writes at its end. */
export function readLoudness(log: string): Loudness {
  const summary = log.slice(log.lastIndexOf("Summary:"));
  const integratedLufs = readNumber(/I:\s+(\S+) LUFS/.exec(summary)?.[1]);
  const peakDb = readPeak(log);
  return { integratedLufs, peakDb, gainDb: chooseGain({ integratedLufs, peakDb }) };
}

/** Above 0 where a recording was kept in floating point. */
export function readPeak(log: string): number {
  return readNumber(/Peak:\s+(\S+) dBFS/.exec(log.slice(log.lastIndexOf("Summary:")))?.[1]);
}

function readNumber(text: string | undefined): number {
  const value = Number(text);
  return Number.isFinite(value) ? value : -70;
}
