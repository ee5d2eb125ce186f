// Works out a recording's timeline from its packets. Pure. Resets and jumps of its clock are removed, gaps are found, and
// the real length is computed. docs/decisions/016-presentation-time.md has the rules as a table.
import type { CutPart, Shift, Timeline } from "./facts.ts";
import type { Packets, Survey } from "#server/media/ffmpeg/survey.ts";

/** A picture that stands for longer is a hole. */
export const longestPictureSeconds = 1;
/** One that stands for longer is not just one of a slow rate. */
const stillSeconds = 0.2;
/** Formats that keep the clock of whoever sent them: where it jumps, no time has passed. */
const streamFormats = /mpegts|flv/;
const jumpSeconds = 10;
/** No recording is as long: it is a time before zero, written as a huge one. */
const longestGapSeconds = 24 * 3600;
const resetSeconds = 0.1;
/** A clock that is reset more often is no clock. */
const mostBreaks = 500;

const kinds = ["video", "audio"] as const;
type TrackKind = (typeof kinds)[number];

/** What an edit list says. */
interface Edited {
  cutParts?: readonly CutPart[];
  delaySeconds?: number;
  /** The length of everything that is shown. */
  durationSeconds?: number;
}

export function planTimeline(
  found: Survey,
  format: string,
  { cutParts = [], delaySeconds = 0, durationSeconds = Infinity }: Edited = {},
): Timeline {
  // an MP4 states when everything is shown: its clock cannot be reset, and edit lists make it look so
  const isStated = format.includes("mp4");
  const clock = { isStream: streamFormats.test(format), isUnordered: format.includes("matroska") };
  const { survey, wraps } = unwrap(found, format);
  const breaks = isStated ? [] : findBreaks(survey, clock);
  const shifts = placeParts(survey, breaks);
  const cutShifts = placeCuts(listKept(survey.video, shifts.video), cutParts);
  const shown = endLast(inOrder(moveCuts(listKept(survey.video, shifts.video), cutShifts)));
  const stated = survey.startSeconds + durationSeconds;
  // ffmpeg has cut off the last picture by its own times, before the delay was added
  const pictures = delaySeconds > 0 ? shown.map((one) => ({ ...one, until: endBy(one, stated) })) : shown;
  // of the packet in which its edit list begins only a part is heard, and nothing before zero: that is the encoder's lead-in
  const first = isStated ? Math.max(0, survey.startSeconds) : -Infinity;
  const sound = inOrder(listKept(survey.audio, shifts.audio))
    .filter(({ until }) => until > first)
    .map(({ at, until }) => ({ at: Math.max(at, first), until }));
  const originSeconds = Math.min(pictures[0]?.at ?? Infinity, sound[0]?.at ?? Infinity);
  const end = Math.max(findEnd(pictures), findEnd(sound));
  const isEmpty = !Number.isFinite(originSeconds) || !Number.isFinite(end);
  const lostPictures = countLost(survey.video);
  return {
    shifts: addShifts(wraps, shifts),
    ...(lostPictures > 0 && { lostPictures }),
    originSeconds: isEmpty ? survey.startSeconds : originSeconds,
    lengthSeconds: isEmpty ? 0 : end - originSeconds,
    hasHoles: isLongerThan(longestPictureSeconds, pictures, { begin: originSeconds, end }),
    hasStills: isLongerThan(stillSeconds, pictures, { begin: originSeconds, end }),
    lateSeconds: pictures[0] ? pictures[0].at - originSeconds : 0,
    tailSeconds: pictures.length > 0 ? end - findEnd(pictures) : 0,
    hasHiddenPictures: survey.video?.isDiscarded.some(Boolean) ?? false,
    hasCuts: hasCuts(survey.audio),
    ...(hasCuts(survey.video) && { cutPictures: sumUp(pictures, originSeconds) }),
    ...(cutShifts.length > 0 && { cutShifts }),
    framesPerSecond: findRate(pictures),
  };
}

/** FLV counts milliseconds without a sign in 32 bits: what is before zero is written as 49 days. */
const wrapSeconds = 2 ** 32 / 1000;

function unwrap(found: Survey, format: string): { survey: Survey; wraps: Timeline["shifts"] } {
  const wraps: Timeline["shifts"] = { video: [], audio: [] };
  if (format !== "flv") return { survey: found, wraps };
  const back = (at: number) => (at > wrapSeconds / 2 ? at - wrapSeconds : at);
  const track = (kind: TrackKind): Packets | null => {
    const packets = found[kind];
    if (!packets) return null;
    let by = 0;
    for (const [fromPacket, at] of packets.pts.entries()) {
      const wanted = back(at) - at;
      if (Number.isNaN(at) || wanted === by) continue;
      wraps[kind].push({ fromPacket, seconds: wanted - by });
      by = wanted;
    }
    return { ...packets, pts: packets.pts.map(back), dts: packets.dts.map(back) };
  };
  return { survey: { ...found, video: track("video"), audio: track("audio") }, wraps };
}

function addShifts(some: Timeline["shifts"], others: Timeline["shifts"]): Timeline["shifts"] {
  const add = (kind: TrackKind) => [...some[kind], ...others[kind]].toSorted((a, b) => a.fromPacket - b.fromPacket);
  return { video: add("video"), audio: add("audio") };
}

/** How many pictures come before the first ones with times; ffmpeg would guess when they are shown. */
function countLost(packets: Packets | null): number {
  const last = packets?.pts.findLastIndex((_, n) => n < mostLost && hasNoTime(packets, n)) ?? -1;
  const lost = packets?.pts.filter((_, n) => n <= last && hasNoTime(packets, n)).length ?? 0;
  return lost > last / 2 ? last + 1 : 0;
}

/** A minute of them. */
const mostLost = 3600;

/** Where one part of a recording ends and another begins: with which packet each track goes on. */
type Break = { order: number; isSure: boolean } & Partial<Record<TrackKind, number>>;

interface FormatClock {
  isStream: boolean;
  /** It has no decoding times: ffmpeg finds some, but after a reset those are not in order. */
  isUnordered: boolean;
}

function findBreaks(survey: Survey, clock: FormatClock): Break[] {
  const found = kinds.flatMap((kind) =>
    findTrackBreaks(survey[kind], { other: survey[kind === "video" ? "audio" : "video"], ...clock }).map((one) => ({
      kind,
      ...one,
      order: survey[kind]?.order[one.packet] ?? 0,
    })),
  );
  const breaks: Break[] = [];
  for (const { kind, packet, order, isSure } of found.toSorted((a, b) => a.order - b.order)) {
    const last = breaks.at(-1);
    // sound and pictures go over to the new clock a few packets apart
    if (last && last[kind] === undefined && isNear(survey[kind], last.order, packet)) {
      last[kind] = packet;
      last.isSure ||= isSure;
    } else breaks.push({ order, isSure, [kind]: packet });
  }
  const sure = breaks.filter((one) => one.isSure);
  return sure.length > mostBreaks ? [] : sure;
}

/**
 * Where the clock goes back, or on by more than a day, or, in a stream, over a time in which no track has anything. Where packets without times end,
 * the clock may be a new one: it is, if that of the other track is new there.
 */
function findTrackBreaks(
  packets: Packets | null,
  { other, isStream, isUnordered }: FormatClock & { other: Packets | null },
): { packet: number; isSure: boolean }[] {
  if (!packets) return [];
  const found: { packet: number; isSure: boolean }[] = [];
  let last = NaN;
  for (let n = 0; n < packets.pts.length; n += 1) {
    const at = timeOf(packets, n);
    if (n > 0 && hasNoTime(packets, n - 1) && !hasNoTime(packets, n)) found.push({ packet: n, isSure: false });
    if (Number.isNaN(at) || packets.isDiscarded[n]) continue;
    const isReset = at < last - resetSeconds && !(isUnordered && isReordered(packets, n));
    const isJump =
      at > last + longestGapSeconds || (isStream && at > last + jumpSeconds && !hasBetween(other, last, at));
    if (isReset || isJump) found.push({ packet: n, isSure: true });
    last = at;
  }
  return found;
}

const hasNoTime = ({ pts, dts }: Packets, n: number) => Number.isNaN(pts[n] ?? dts[n]) && Number.isNaN(dts[n]);

/** A picture that is shown between two others is stored after both. */
function isReordered(packets: Packets, n: number): boolean {
  if (packets.isKey[n]) return false;
  const at = timeOf(packets, n);
  const recent = packets.dts.slice(Math.max(0, n - mostReordered), n);
  return recent.some((before) => before < at && at - before < jumpSeconds);
}

/** As H.264 and HEVC allow. */
const mostReordered = 16;

const nearSeconds = 5;

/** From that place in the file to this packet, the track had little of the old clock left. */
function isNear(packets: Packets | null, order: number, packet: number): boolean {
  if (!packets) return false;
  let from = packet;
  while (from > 0 && (packets.order[from - 1] ?? 0) > order) from -= 1;
  if (hasNoTime(packets, packet - 1)) return packet - from < mostOutOfOrder;
  return from >= packet || Math.abs(timeOf(packets, packet - 1) - timeOf(packets, from)) < nearSeconds;
}

function hasBetween(packets: Packets | null, from: number, to: number): boolean {
  return packets?.pts.some((at) => at > from + 1 && at < to - 1) ?? false;
}

/** Each part follows the one before it, its sound and its pictures as they are to each other. */
function placeParts(survey: Survey, breaks: readonly Break[]): Timeline["shifts"] {
  const shifts: Timeline["shifts"] = { video: [], audio: [] };
  const moved = { video: 0, audio: 0 };
  for (const one of breaks) {
    const tracks = kinds.flatMap((kind) => {
      const [packets, packet] = [survey[kind], one[kind]];
      return packets && packet !== undefined ? [{ kind, packets, packet }] : [];
    });
    const ends = tracks.map(({ kind, packets, packet }) => findEnd(listTimes(packets, -1, packet)) + moved[kind]);
    const begins = tracks.map(({ packets, packet }) => findBegin(listTimes(packets, 1, packet)));
    const total = Math.max(...ends) - Math.min(...begins);
    if (!Number.isFinite(total)) continue;
    for (const { kind, packet } of tracks) {
      shifts[kind].push({ fromPacket: packet, seconds: total - moved[kind] });
      moved[kind] = total;
    }
  }
  return shifts;
}

/**
 * By how much a correction has moved sound and pictures away from each other, as they lie in the file: what was of one clock
 * was given two. Found from the corrections alone, however they were made.
 */
export function findApart({ video, audio }: Survey, shifts: Timeline["shifts"]): number {
  if (!video || !audio) return 0;
  const [videoBy, audioBy] = [listMoves(video, shifts.video), listMoves(audio, shifts.audio)];
  let [n, most, apart, seconds] = [0, 0, 0, 0];
  for (let packet = 0; packet < audio.pts.length; packet += 1) {
    while ((video.order[n + 1] ?? Infinity) < (audio.order[packet] ?? 0)) n += 1;
    const moved = (videoBy[n] ?? 0) - (audioBy[packet] ?? 0);
    const before = timeOf(video, n) - timeOf(audio, packet);
    apart = Math.max(0, Math.abs(before + moved) - Math.abs(before) || 0);
    // until the other track is at its break, too
    seconds = moved === 0 ? 0 : seconds + (audio.duration[packet] ?? 0);
    if (seconds > nearSeconds) most = Math.max(most, apart);
  }
  return Math.max(most, apart);
}

/** How much each packet is moved. */
function listMoves(packets: Packets, shifts: readonly Shift[]): number[] {
  let [next, by] = [0, 0];
  return packets.pts.map((_, n) => {
    for (; n >= (shifts[next]?.fromPacket ?? Infinity); next += 1) by += shifts[next]?.seconds ?? 0;
    return by;
  });
}

interface Shown {
  at: number;
  until: number;
}

/** Pictures are not in the order in which they are shown: none is so far from its place. */
const mostOutOfOrder = 50;

/** What lies just before a packet, or from it on. */
function listTimes(packets: Packets, direction: -1 | 1, packet: number): Shown[] {
  const [from, to] = direction < 0 ? [packet - mostOutOfOrder, packet] : [packet, packet + mostOutOfOrder];
  const [first, last] = [Math.max(0, from), Math.min(to, packets.pts.length)];
  const times = Array.from({ length: last - first }, (_, n) => readShown(packets, first + n));
  const edge = timeOf(packets, direction < 0 ? last - 1 : first);
  // two breaks in quick succession: only what is of the same clock
  return times.filter(({ at }) => Math.abs(at - edge) < jumpSeconds);
}

function readShown({ pts, duration }: Packets, n: number): Shown {
  const at = pts[n] ?? NaN;
  return { at, until: at + (duration[n] ?? 0) };
}

const findEnd = (shown: readonly Shown[]) =>
  shown.slice(-mostOutOfOrder).reduce((most, { until }) => Math.max(most, until), -Infinity);
const findBegin = (shown: readonly Shown[]) => shown.reduce((least, { at }) => Math.min(least, at), Infinity);

/** What is really shown or heard, in the order of the file: not what is cut off, nor pictures before the first key frame. */
function listKept(packets: Packets | null, shifts: readonly Shift[]): Shown[] {
  if (!packets) return [];
  const shown: Shown[] = [];
  const moves = listMoves(packets, shifts);
  const first = packets.isKey.indexOf(true);
  for (const [n, by] of moves.entries()) {
    const { at, until } = readShown(packets, n);
    if (n >= first && !Number.isNaN(at) && !packets.isDiscarded[n]) shown.push({ at: at + by, until: until + by });
  }
  return shown;
}

/** At that time, if not much is left of it; a list may also be wrong. */
const endBy = ({ at, until }: Shown, end: number) => (at < end && until - end < 0.2 ? Math.min(until, end) : until);

const inOrder = (shown: readonly Shown[]) => shown.toSorted((a, b) => a.at - b.at);

type CutShifts = NonNullable<Timeline["cutShifts"]>;

/** By how much the pictures of each part are away from where the edit list has them; empty when the parts are not known. */
function placeCuts(pictures: readonly Shown[], parts: readonly CutPart[]): CutShifts {
  if (parts.reduce((sum, part) => sum + part.pictures, 0) !== pictures.length) return [];
  const shifts: CutShifts = [];
  let [fromPicture, moved] = [0, 0];
  for (const part of parts) {
    const found = findBegin(pictures.slice(fromPicture, fromPicture + part.pictures));
    const seconds = part.atSeconds - found - moved;
    if (Math.abs(seconds) > leastShiftSeconds) {
      shifts.push({ fromPicture, seconds });
      moved += seconds;
    }
    fromPicture += part.pictures;
  }
  return shifts;
}

/** Less is not seen. */
const leastShiftSeconds = 0.001;

function moveCuts(pictures: readonly Shown[], shifts: CutShifts): Shown[] {
  let [next, by] = [0, 0];
  return pictures.map(({ at, until }, n) => {
    for (; n >= (shifts[next]?.fromPicture ?? Infinity); next += 1) by += shifts[next]?.seconds ?? 0;
    return { at: at + by, until: until + by };
  });
}

/** Whether any picture is, or the time before the first one. */
function isLongerThan(
  most: number,
  pictures: readonly Shown[],
  { begin, end }: { begin: number; end: number },
): boolean {
  const [first] = pictures;
  if (!first) return false;
  return first.at - begin > most || pictures.some(({ at }, n) => (pictures[n + 1]?.at ?? end) - at > most);
}

function hasCuts(packets: Packets | null): boolean {
  const first = packets?.isDiscarded.indexOf(false) ?? -1;
  return first >= 0 && (packets?.isDiscarded.includes(true, first) ?? false);
}

function sumUp(pictures: readonly Shown[], originSeconds: number): { count: number; meanSeconds: number } {
  const sum = pictures.reduce((total, { at }) => total + at - originSeconds, 0);
  return { count: pictures.length, meanSeconds: sum / pictures.length };
}

/** Of the last picture of a fragmented MP4 ffprobe does not know how long it stands: as long as most of the others. */
function endLast(pictures: Shown[]): Shown[] {
  const last = pictures.at(-1);
  if (!last || last.until - last.at >= shortestStepSeconds) return pictures;
  const steps = listSteps(pictures);
  return [...pictures.slice(0, -1), { at: last.at, until: last.at + (steps[Math.floor(steps.length / 2)] ?? 0) }];
}

const shortestStepSeconds = 0.001;

/** How long pictures stand, the shortest first. */
function listSteps(pictures: readonly Shown[]): number[] {
  const steps = pictures.flatMap(({ at }, n) => {
    const step = (pictures[n + 1]?.at ?? at) - at;
    return step > shortestStepSeconds ? [step] : [];
  });
  return steps.toSorted((a, b) => a - b);
}

/** A step of the filled pictures is no longer than this: sound and pictures would be seen to be apart. */
const longestStepSeconds = 1 / 23.9;

/** Of the quickest twentieth of its pictures, or a multiple of that. */
function findRate(pictures: readonly Shown[]): number {
  const steps = listSteps(pictures);
  const quick = steps[Math.floor(steps.length / 20)] ?? 0.04;
  const step = quick / Math.ceil(quick / longestStepSeconds);
  return Math.min(60, Math.round(1000 / step) / 1000);
}

/** When a packet is decoded: these times only go on, unless the clock does not. NaN where the file does not say. */
function timeOf(packets: Packets, n: number): number {
  const { pts, dts } = packets;
  const at = dts[n] ?? NaN;
  if (!Number.isNaN(at)) return at;
  const isFirst = n < mostOutOfOrder || isAfterNone(packets, n);
  // only the first pictures may be without it, and those are not in the order of their pts
  return isFirst ? NaN : (pts[n] ?? NaN);
}

/** Where times begin that were not known before. */
function isAfterNone(packets: Packets, n: number): boolean {
  for (let before = n - 1; before >= Math.max(0, n - mostReordered); before -= 1) {
    if (hasNoTime(packets, before)) return true;
    if (!Number.isNaN(packets.dts[before])) return false;
  }
  return false;
}
