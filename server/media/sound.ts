// The sound of a recording: measured in one pass, then written at the common loudness as fragments and as a plain file.
import path from "node:path";
import { measureArguments, peakSampleRate, plainSoundArguments, soundArguments } from "./arguments.ts";
import type { AudioFacts } from "./facts.ts";
import type { Work } from "./work.ts";
import { readLoudness, type Loudness } from "./loudness.ts";
import { openPeakReader, reducePeaks, writePeakDigits } from "./peaks.ts";
import { run } from "./run.ts";

export interface Measured {
  loudness: Loudness;
  seconds: number;
  /** As the address "waveform" serves it. */
  waveform: { interval: number; peaks: number[] };
  digits: string;
}

/** Enough for every pixel of a wide screen, and small enough to be sent at once. */
const mostPeaks = 4000;

export async function measureSound(work: Work, audio: AudioFacts): Promise<Measured> {
  const { tools, source, originSeconds, signal, limitSeconds, onSeconds } = work;
  const reader = openPeakReader(peakSampleRate);
  const { log } = await run(tools, {
    program: measureArguments(audio, { originSeconds }),
    rooms: { reads: [source] },
    weight: "light",
    limitSeconds,
    signal,
    onSeconds,
    onOutput: (chunk) => reader.add(chunk),
  });
  const { peaks, seconds } = reader.end();
  const few = reducePeaks(peaks, mostPeaks);
  const interval = few.length > 0 ? seconds / few.length : 0;
  return {
    loudness: readLoudness(log),
    seconds,
    waveform: { interval: Math.round(interval * 1e6) / 1e6, peaks: Array.from(few, (peak) => Math.round(peak * 255)) },
    digits: writePeakDigits(peaks),
  };
}

/** Returns the two files, in `folder`. */
export async function levelSound(
  { tools, source, originSeconds, signal, limitSeconds, onSeconds }: Work,
  {
    audio,
    gainDb,
    lengthSeconds,
    folder,
  }: { audio: AudioFacts; gainDb: number; lengthSeconds: number; folder: string },
): Promise<{ fragmented: string; plain: string }> {
  const common = { weight: "light" as const, limitSeconds, signal };
  await run(tools, {
    ...common,
    program: soundArguments(audio, { gainDb, lengthSeconds, originSeconds }),
    rooms: { reads: [source], writes: folder },
    onSeconds,
  });
  const fragmented = path.join(folder, "audio.mp4");
  await run(tools, { ...common, program: plainSoundArguments(), rooms: { reads: [fragmented], writes: folder } });
  return { fragmented, plain: path.join(folder, "audio.m4a") };
}
