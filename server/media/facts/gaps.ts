// Where a recording is probably between two songs: silence, or noise such as applause, and talk with pauses. Pure.
// Only suggestions for an editor: a song that goes into the next one has no gap, and a long break inside a song has one.
import type { Heard } from "./peaks.ts";

/** Seconds; one song ends at `from`, and the next starts at `to`. */
interface Gap {
  from: number;
  to: number;
}

/** Quieter than a usual moment of this recording by so much is silence; in a loud room, what is near its quietest moments. */
const quietDb = { usually: 26, atLeast: 14, aboveFloor: 10 };
/** Sign changes per second: music has 500 to 3,000, applause 5,000 and more. */
const noisy = { atLeast: 4500, timesUsual: 2.2 };
/** Applause is not quieter than a usual moment by so much. */
const faintDb = 18;
/** A song with much noise in it is longer than any applause. */
const longestApplauseSeconds = 40;
const smoothSeconds = 0.4;
/** A shout in the applause, or a word in the silence. */
const shortestMusicSeconds = 2;
const shortestGapSeconds = 1.2;
/** What is shorter and between two gaps is talk or tuning. */
const shortestSongSeconds = 25;
const mostGaps = 300;

export function findGaps({ levels, crossings, perSecond, seconds }: Heard): Gap[] {
  const decibels = Float32Array.from(
    smooth(levels, perSecond * smoothSeconds),
    (level) => 20 * Math.log10(level + 1e-5),
  );
  const signs = smooth(crossings, perSecond * smoothSeconds * 2);
  const heard = decibels.filter((level) => level > -70).toSorted();
  const usual = heard[Math.floor(heard.length * 0.6)] ?? -100;
  // of a recording that is silent nothing can be said
  if (usual <= -70) return [];
  const floor = heard[Math.floor(heard.length * 0.01)] ?? -100;
  const quiet = Math.min(usual - quietDb.atLeast, Math.max(usual - quietDb.usually, floor + quietDb.aboveFloor));
  const usualSigns = signs.filter((_, at) => (decibels[at] ?? -100) > quiet).toSorted();
  const most = Math.max(noisy.atLeast, (usualSigns[Math.floor(usualSigns.length * 0.5)] ?? 0) * noisy.timesUsual);
  const inSeconds = ({ from, to }: Gap) => ({ from: from / perSecond, to: to / perSecond });
  const silence = listRuns(Array.from(decibels, (level) => level < quiet)).map(inSeconds);
  // in a very quiet moment the noise of the room changes signs, too
  const isNoise = Array.from(signs, (count, at) => count > most && (decibels[at] ?? -100) > usual - faintDb);
  const noise = join(listRuns(isNoise).map(inSeconds), shortestMusicSeconds);
  const applause = noise.filter(({ from, to }) => to - from >= 1 && to - from <= longestApplauseSeconds);
  let gaps = [...silence, ...applause].toSorted((a, b) => a.from - b.from);
  gaps = join(gaps, shortestMusicSeconds);
  gaps = gaps.filter(({ from, to }) => to - from >= shortestGapSeconds || from === 0 || to >= seconds - 0.1);
  gaps = join(gaps, shortestSongSeconds);
  return gaps.slice(0, mostGaps).map(({ from, to }) => ({ from: toTenth(from), to: toTenth(Math.min(to, seconds)) }));
}

const toTenth = (value: number) => Math.round(value * 10) / 10;

/** Gaps with less than this between them are one. */
function join(gaps: readonly Gap[], seconds: number): Gap[] {
  const joined: Gap[] = [];
  for (const gap of gaps) {
    const last = joined.at(-1);
    if (last && gap.from - last.to < seconds) last.to = Math.max(last.to, gap.to);
    else joined.push({ ...gap });
  }
  return joined;
}

function listRuns(values: readonly boolean[]): Gap[] {
  const runs: Gap[] = [];
  let from = -1;
  for (let at = 0; at <= values.length; at += 1) {
    if (values[at] && from < 0) from = at;
    if (!values[at] && from >= 0) {
      runs.push({ from, to: at });
      from = -1;
    }
  }
  return runs;
}

/** The mean of the values around each. */
function smooth(values: Float32Array, width: number): Float32Array {
  const half = Math.max(1, Math.round(width / 2));
  const sums = new Float64Array(values.length + 1);
  for (let at = 0; at < values.length; at += 1) sums[at + 1] = (sums[at] ?? 0) + (values[at] ?? 0);
  return Float32Array.from({ length: values.length }, (_, at) => {
    const [from, to] = [Math.max(0, at - half), Math.min(values.length, at + half + 1)];
    return ((sums[to] ?? 0) - (sums[from] ?? 0)) / (to - from);
  });
}
