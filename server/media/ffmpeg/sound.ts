// The audio of a recording: measured in one pass, then written at the common loudness as fragments and as a plain file.
import path from "node:path";
import {
  lowTonesFile,
  measureArguments,
  peakArguments,
  peakSampleRate,
  plainSoundArguments,
  soundArguments,
} from "./sound-arguments.ts";
import type { AudioFacts } from "#server/media/facts/facts.ts";
import type { Work } from "./work.ts";
import {
  ceilingDb,
  lowerGain,
  mayPassCeiling,
  mostBetweenSamplesDb,
  readLoudness,
  readPeak,
  type Loudness,
} from "#server/media/facts/loudness.ts";
import { findGaps } from "#server/media/facts/gaps.ts";
import { openPeakReader, reducePeaks, writeDetail, writePeakDigits } from "#server/media/facts/peaks.ts";
import { makeSoundPrint } from "#server/media/facts/sound-print.ts";
import { run } from "./run.ts";

export interface Measured {
  loudness: Loudness;
  seconds: number;
  /** The form in which the address "waveform" serves it. */
  waveform: { interval: number; peaks: number[] };
  digits: string;
  print: string;
  /** The form in which the address "waveform-detail" serves it. */
  detail: { interval: number; peaks: string; gaps: { from: number; to: number }[] };
  /** A file of samples, mono, signed 16-bit, 8,000 a second. */
  lowTones?: string;
}

/** Enough for every pixel of a wide screen, and small enough to be sent at once. */
const mostPeaks = 4000;

/** With a folder, its lower tones are written there: they are decoded only once. */
export async function measureSound(work: Work, audio: AudioFacts, folder?: string): Promise<Measured> {
  const { tools, source, originSeconds, hasCuts, signal, limitSeconds, onSeconds } = work;
  const reader = openPeakReader(peakSampleRate);
  const { log } = await run(tools, {
    program: measureArguments(audio, { originSeconds, hasCuts, hasLowTones: folder !== undefined }),
    paths: { reads: [source], writes: folder },
    weight: "light",
    limitSeconds,
    signal,
    onSeconds,
    onOutput: (chunk) => reader.add(chunk),
  });
  const lowTones = folder && path.join(folder, lowTonesFile);
  const heard = reader.end();
  const { peaks, seconds } = heard;
  const few = reducePeaks(peaks, mostPeaks);
  const interval = few.length > 0 ? seconds / few.length : 0;
  return {
    loudness: readLoudness(log),
    seconds,
    waveform: { interval: Math.round(interval * 1e6) / 1e6, peaks: Array.from(few, (peak) => Math.round(peak * 255)) },
    digits: writePeakDigits(peaks),
    print: makeSoundPrint(heard),
    detail: { ...writeDetail(heard), gaps: findGaps(heard) },
    ...(lowTones && { lowTones }),
  };
}

const mostAttempts = 3;

/** The true peak of an encoded file, or one that is certainly no lower, where that is low enough and cheaper to know. */
async function findPeak({ tools, source, signal, limitSeconds }: Work): Promise<number> {
  const find = async (which: "sample" | "true") => {
    const paths = { reads: [source] };
    const { log } = await run(tools, { program: peakArguments(which), paths, weight: "light", limitSeconds, signal });
    return readPeak(log);
  };
  const atLeast = (await find("sample")) + mostBetweenSamplesDb;
  return atLeast <= ceilingDb ? atLeast : await find("true");
}

interface LevelOrder {
  audio: AudioFacts;
  loudness: Loudness;
  /** The length of the pictures: silence follows until then. */
  lengthSeconds?: number;
  folder: string;
}

/** Returns the two files, in `folder`, and the gain they have: lower than planned where the encoder passed the ceiling. */
export async function levelSound(
  work: Work,
  { audio, loudness, lengthSeconds = 0, folder }: LevelOrder,
): Promise<{ fragmented: string; plain: string; gainDb: number }> {
  const { tools, source, originSeconds, hasCuts, signal, limitSeconds, onSeconds } = work;
  const common = { weight: "light" as const, limitSeconds, signal };
  const fragmented = path.join(folder, "audio.mp4");
  const encode = (gainDb: number) =>
    run(tools, {
      ...common,
      program: soundArguments(audio, { gainDb, lengthSeconds, originSeconds, hasCuts }),
      paths: { reads: [source], writes: folder },
      onSeconds,
    });
  let { gainDb } = loudness;
  await encode(gainDb);
  for (let attempt = 1; attempt <= mostAttempts && mayPassCeiling(loudness); attempt += 1) {
    const lower = lowerGain(gainDb, { truePeakDb: await findPeak({ ...work, source: fragmented }), attempt });
    if (lower === null) break;
    gainDb = lower;
    await encode(gainDb);
  }
  await run(tools, { ...common, program: plainSoundArguments(), paths: { reads: [fragmented], writes: folder } });
  return { fragmented, plain: path.join(folder, "audio.m4a"), gainDb };
}
