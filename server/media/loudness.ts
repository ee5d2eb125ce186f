// How loud a recording is, and the one plain gain that brings it to the level of the others.

export interface Loudness {
  integratedLufs: number;
  /** The highest sample, in dB below full scale. */
  peakDb: number;
  gainDb: number;
}

const targetLufs = -14;
const ceilingDb = -1;
/** Below this there is nothing to hear, and raising it would raise only noise. */
const silenceLufs = -60;

export function chooseGain({ integratedLufs, peakDb }: Omit<Loudness, "gainDb">): number {
  if (integratedLufs < silenceLufs) return 0;
  return Math.round(Math.min(targetLufs - integratedLufs, ceilingDb - peakDb) * 100) / 100;
}

/** From the summary that ffmpeg's ebur128 writes at its end. */
export function readLoudness(log: string): Loudness {
  const summary = log.slice(log.lastIndexOf("Summary:"));
  const integratedLufs = readNumber(/I:\s+(\S+) LUFS/.exec(summary)?.[1]);
  const peakDb = Math.min(0, readNumber(/Peak:\s+(\S+) dBFS/.exec(summary)?.[1]));
  return { integratedLufs, peakDb, gainDb: chooseGain({ integratedLufs, peakDb }) };
}

function readNumber(text: string | undefined): number {
  const value = Number(text);
  return Number.isFinite(value) ? value : -70;
}
