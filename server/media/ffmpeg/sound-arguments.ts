// Argument lists for the audio of a recording.
import {
  audioFile,
  bare,
  begin,
  clock,
  fromOrigin,
  input,
  longestSeconds,
  progress,
  type Origin,
  type Program,
} from "./arguments.ts";
import { audioMap } from "./choose-stream.ts";
import type { AudioFacts } from "#server/media/facts/facts.ts";

// Silence where the sound begins late or has a gap, so that it stays beside the picture; at most two channels. A gap under
// 18 ms is left alone: containers round times to the millisecond, and what was lost is at least one packet of 21 ms. Where an
// edit list cuts, the rest of a packet is too much instead, and goes.
// Always in floating point: with integers the mix to two channels has another level.
// aresample makes the silence of a gap at once, a gigabyte for 20 minutes. So silence is put into gaps, a piece for every two
// seconds, and aresample has to fill what is between. ainterleave passes a piece on when the sound has nothing before its time, and
// it counts in millionths, whatever it says; the piece then belongs before that time. It is known by its length.
const pieceSamples = 65_521;
function evenSound({ channels }: Pick<AudioFacts, "channels">, { originSeconds, hasCuts = false }: Origin): string {
  const layout = channels === 1 ? "mono" : "stereo";
  const format = `aformat=sample_fmts=fltp:sample_rates=48000:channel_layouts=${layout}`;
  const isInGap = `if(eq(samples_n\\,${pieceSamples})\\,gt(t\\,ld(0)+0.1)\\,st(0\\,t+samples_n/48000)*0+1)`;
  return (
    `${fromOrigin("asetpts", originSeconds)}${format}[sound];` +
    `anullsrc=r=48000:cl=${layout}:n=${pieceSamples},asetpts=PTS*96000/${pieceSamples},${format}[silence];` +
    "[sound][silence]ainterleave=duration=first," +
    `asetpts=floor(PTS/1000000/TB+0.5)-eq(NB_SAMPLES\\,${pieceSamples})*${pieceSamples},` +
    `aselect='${isInGap}',aresample=async=1:min_hard_comp=${hasCuts ? 0.004 : 0.018}:first_pts=0,${format}`
  );
}

export function encodeSound(audio: AudioFacts, { gainDb, lengthSeconds = 0, ...origin }: SoundPlan): string[] {
  const gain = gainDb === 0 ? "" : `,volume=${gainDb.toFixed(2)}dB`;
  // silence to the end of the pictures: a player that finds no sound may wait for it
  const silence = lengthSeconds > 0 ? `,apad=whole_dur=${lengthSeconds.toFixed(3)}` : "";
  return [
    "-af",
    `${evenSound(audio, origin)}${gain}${silence}`,
    "-c:a",
    "aac",
    "-b:a",
    audio.channels === 1 ? "112k" : "192k",
  ];
}

interface SoundPlan extends Origin {
  gainDb: number;
  /** The length of the pictures; zero without any. */
  lengthSeconds?: number;
}

/** One loudness for all recordings: a plain gain, the dynamics untouched. */
export function soundArguments(audio: AudioFacts, plan: SoundPlan): Program {
  return [
    ...begin(),
    ...progress,
    ...clock(plan.originSeconds),
    ...input("/in/0"),
    "-map",
    audioMap(audio),
    ...encodeSound(audio, plan),
    ...audioFile("audio.mp4"),
  ];
}

/** The same packets once more as one plain file, its index first; the encoder's lead-in lies before its zero. */
export function plainSoundArguments(): Program {
  const back = ["-avoid_negative_ts", "disabled", "-output_ts_offset", "-1"];
  const file = ["-movflags", "+faststart", "-f", "ipod", "audio.m4a"];
  return [...begin(), "-copyts", ...input("/in/0"), "-map", "0:a:0", "-c:a", "copy", ...bare, ...back, ...file];
}

interface Measuring extends Origin {
  /** Writes a file of them, too. */
  hasLowTones?: boolean;
}

/** Loudness and sample peak in the log, and the samples themselves, mono, on the output: one pass for all. */
export function measureArguments(audio: AudioFacts, { hasLowTones = false, ...origin }: Measuring = {}): Program {
  const parts = hasLowTones ? "asplit=3[l][n][s]" : "asplit=2[l][n]";
  const graph = `[${audioMap(audio)}]${evenSound(audio, origin)},${parts};[l]ebur128=framelog=verbose:peak=sample[lo]`;
  const samples = (map: string, rate: number) => [
    ...["-map", map, "-t", String(longestSeconds), "-ac", "1", "-ar", String(rate), "-f", "s16le"],
  ];
  return [
    ...begin("info"),
    ...progress,
    ...["-vn", ...clock(origin.originSeconds), ...input("/in/0"), "-filter_complex", graph],
    ...["-map", "[lo]", "-t", String(longestSeconds), "-f", "null", "-"],
    ...[...samples("[n]", peakSampleRate), "pipe:1"],
    ...(hasLowTones ? [...samples("[s]", lowToneRate), lowTonesFile] : []),
  ];
}

/** For what is below 4,000 Hz: harmony and beat. Mono, signed 16-bit. */
const lowToneRate = 8000;
export const lowTonesFile = "low-tones.s16";
export const peakSampleRate = 48_000;

/** The peak of what we encoded, in the log. The true one is that between samples, too; it costs five times as much. */
export function peakArguments(which: "sample" | "true"): Program {
  const look = ["-map", "0:a:0", "-af", `ebur128=framelog=verbose:peak=${which}`, "-f", "null", "-"];
  return [...begin("info"), ...input("/in/0"), ...look];
}
