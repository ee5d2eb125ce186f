// The last check before something is published: reads a playlist and its file as a player would, box by box, without
// knowing how they were made. It finds what a player could not play correctly.
import { open } from "node:fs/promises";
import { readPlaylist, type PlaylistSegment } from "./judge-playlist.ts";
import { readInit, readMoof, type Init, type Moof } from "./judge-boxes.ts";
import { readHead } from "./boxes.ts";
import { longestPictureSeconds } from "#server/media/facts/timeline.ts";

export interface Verdict {
  kind: "video" | "audio";
  /** When its first moment is shown or heard, and when its last one ends. */
  beginSeconds: number;
  endSeconds: number;
  /** How long its playlist is. */
  saidSeconds: number;
  /** When the last picture that is shown ends, which is not always the last one that is decoded. */
  shownUntilSeconds: number;
  /** How many pictures or packets there are, and when they are shown or heard on average. */
  count: number;
  meanSeconds: number;
  /** Faults in a few words each, for the log; empty when all is well. */
  faults: string[];
}

/** Where our files begin: a lead-in of an encoder lies before it. */
export const fileOriginSeconds = 1;
const playlistSlackSeconds = 0.06;
const mostFaults = 10;
const shortestSampleSeconds = 0.001;
const mostHurried = 3;
const longestSoundGapSeconds = 0.03;

export async function judgeRendition(file: string, playlist: string): Promise<Verdict> {
  const { map, segments, faults } = readPlaylist(playlist);
  await using handle = await open(file);
  const { size } = await handle.stat();
  const read = async (offset: number, bytes: number) => {
    const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafe(bytes), 0, bytes, offset);
    return buffer.subarray(0, bytesRead);
  };
  const init = readInit(await read(map.offset, map.bytes));
  const course = followCourse(init, faults);
  let expected = map.offset + map.bytes;
  for (const [number, segment] of segments.entries()) {
    if (segment.offset !== expected) faults.push(`segment ${number} is not where the one before it ends`);
    expected = segment.offset + segment.bytes;
    course.addSegment(number, segment, await readMoofs(read, segment, init));
    if (faults.length > mostFaults) break;
  }
  if (expected !== size && faults.length === 0) faults.push("the playlist does not cover the whole file");
  const times = course.end();
  const saidSeconds = segments.reduce((sum, { seconds }) => sum + seconds, 0);
  const away = saidSeconds - (times.endSeconds - times.beginSeconds);
  if (Math.abs(away) > playlistSlackSeconds)
    faults.push(`the playlist is ${away.toFixed(3)} s longer than what is shown`);
  return { kind: init.kind, ...times, saidSeconds, faults: faults.slice(0, mostFaults) };
}

type Read = (offset: number, bytes: number) => Promise<Buffer>;

async function readMoofs(read: Read, { offset, bytes }: PlaylistSegment, init: Init): Promise<(Moof | string)[]> {
  const found: (Moof | string)[] = [];
  for (let at = offset; at < offset + bytes;) {
    const head = readHead(await read(at, 16));
    if (!head || head.size < 8 || at + head.size > offset + bytes) return [...found, "a box that does not end"];
    const last = found.at(-1);
    if (head.type === "moof") found.push(readMoof(await read(at, head.size), init));
    else if (head.type === "mdat" && typeof last === "object") {
      if (last.bytes !== head.size - head.headSize) found.push("samples that are not as large as their data");
    } else found.push(`a ${head.type} box among the fragments`);
    at += head.size;
  }
  return found;
}

/** Follows the times of one track through all its fragments. */
function followCourse({ kind, unitsPerSecond }: Init, faults: string[]) {
  let decodeEnd: number | undefined;
  let shownUntil: number | undefined;
  let begin: number | undefined;
  let end = -Infinity;
  let last = { at: -Infinity, until: -Infinity };
  let [count, sum] = [0, 0];
  const say = (seconds: number) => (seconds / unitsPerSecond).toFixed(2);
  const longestGap = (kind === "video" ? longestPictureSeconds + 0.1 : longestSoundGapSeconds) * unitsPerSecond;

  const addFragment = (where: string, { start, samples }: Moof) => {
    if (start < 0) faults.push(`${where}: begins before zero (${say(start)} s)`);
    if (samples.length === 0) return void faults.push(`${where}: holds nothing`);
    const away = decodeEnd === undefined ? 0 : start - decodeEnd;
    if (away < -1) faults.push(`${where}: decoding goes back by ${say(-away)} s`);
    if (away > 0.1 * unitsPerSecond) faults.push(`${where}: decoding stops for ${say(away)} s`);
    let at = start;
    let hurried = 0;
    const shown: { at: number; until: number }[] = [];
    for (const { duration, shift } of samples) {
      if (duration <= 0 && samples.length > 1) faults.push(`${where}: a sample without a duration at ${say(at)} s`);
      // a muxer that is given times that go back makes them go on by the least it can
      hurried = duration < shortestSampleSeconds * unitsPerSecond ? hurried + 1 : 0;
      if (hurried === mostHurried) faults.push(`${where}: everything happens at once at ${say(at)} s`);
      shown.push({ at: at + shift, until: at + shift + duration });
      at += duration;
    }
    decodeEnd = at;
    const first = Math.min(...shown.map((one) => one.at));
    // players place a fragment by when it is decoded
    if (Math.abs(first - start) > 0.25 * unitsPerSecond)
      faults.push(`${where}: shown ${say(first - start)} s after it is decoded`);
    for (const one of shown.toSorted((a, b) => a.at - b.at)) {
      begin ??= one.at;
      const gap = shownUntil === undefined ? 0 : one.at - shownUntil;
      if (gap > longestGap) faults.push(`${where}: nothing for ${say(gap)} s after ${say(shownUntil ?? 0)} s`);
      if (gap < -0.02 * unitsPerSecond) faults.push(`${where}: what is shown goes back by ${say(-gap)} s`);
      // a picture stands until the next one, a sound ends
      shownUntil = kind === "video" ? one.at : one.until;
      end = Math.max(end, one.until);
      if (one.at > last.at) last = one;
      count += 1;
      sum += one.at;
    }
  };
  return {
    addSegment(number: number, { seconds }: PlaylistSegment, moofs: readonly (Moof | string)[]) {
      const where = `segment ${number}`;
      const before = decodeEnd;
      const [first] = moofs;
      for (const moof of moofs) {
        if (typeof moof === "string") faults.push(`${where}: ${moof}`);
        else addFragment(where, moof);
      }
      if (typeof first !== "object") return void faults.push(`${where}: begins with no fragment`);
      if (kind === "video" && first.samples[0]?.isKey === false) faults.push(`${where}: begins with no key frame`);
      const from = before === undefined || first.start < before ? first.start : before;
      const lasts = ((decodeEnd ?? 0) - from) / unitsPerSecond;
      if (Math.abs(lasts - seconds) > 0.1) faults.push(`${where}: says ${seconds} s and lasts ${lasts.toFixed(3)} s`);
    },
    end: () => ({
      beginSeconds: (begin ?? 0) / unitsPerSecond,
      endSeconds: end / unitsPerSecond,
      shownUntilSeconds: last.until / unitsPerSecond,
      count,
      meanSeconds: sum / count / unitsPerSecond,
    }),
  };
}

export const latestPictureSeconds = 0.1;
const leadInSeconds = 0.15;
const lengthSlackSeconds = 0.1;
/** How much longer the sound may be than the pictures. */
export const tailSlackSeconds = 0.1;

/** After a seek behind the end of the last picture browsers go on showing what they showed before. */
export const lastPictureSlackSeconds = 0.3;

/** Whether what plays together fits together, and is as long as the recording is. */
export function judgeTogether(verdicts: readonly Verdict[], lengthSeconds: number): string[] {
  const faults = verdicts.flatMap((one) => one.faults.map((fault) => `${one.kind}: ${fault}`));
  const end = Math.max(...verdicts.map(({ endSeconds }) => endSeconds));
  for (const { kind, beginSeconds, endSeconds, shownUntilSeconds } of verdicts) {
    const late = beginSeconds - fileOriginSeconds;
    const early = kind === "video" ? 0.02 : leadInSeconds;
    if (!(late <= latestPictureSeconds && late >= -early)) faults.push(`${kind}: begins at ${late.toFixed(3)} s`);
    if (kind === "video" && end - endSeconds > tailSlackSeconds)
      faults.push(`video: ends ${(end - endSeconds).toFixed(3)} s before the sound`);
    else if (kind === "video" && end - shownUntilSeconds > lastPictureSlackSeconds)
      faults.push(`video: its last picture ends ${(end - shownUntilSeconds).toFixed(3)} s before the sound`);
  }
  // a player shows the length of the playlist
  const said = verdicts.filter(({ kind }) => kind === "video").map((one) => one.beginSeconds + one.saidSeconds);
  for (const each of [end, ...said]) {
    const away = each - fileOriginSeconds - lengthSeconds;
    if (!(Math.abs(away) <= lengthSlackSeconds))
      faults.push(`${lengthFault}: ${away.toFixed(3)} s away from ${lengthSeconds.toFixed(3)} s`);
  }
  return faults;
}

const lengthFault = "length";

/** All that is wrong is how long it is: it plays, but is not all there. */
export function isOnlyLength(faults: readonly string[]): boolean {
  return faults.every((fault) => fault.startsWith(lengthFault));
}
