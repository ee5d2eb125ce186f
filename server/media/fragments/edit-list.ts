// Edit lists of MP4 and MOV (ISO 14496-12, 8.6.6). ffmpeg follows them, except for pauses after the beginning and other speeds:
// it would show something else in their place, so such a file is refused.
import { open } from "node:fs/promises";
import type { CutPart } from "#server/media/facts/facts.ts";
import { listBoxes, readHead, type Box } from "./boxes.ts";

/** The index of a whole day has less. */
const mostIndexBytes = 256 * 2 ** 20;

export interface EditLists {
  /** It cannot be shown as it says. */
  isForeign: boolean;
  /**
   * For each track: where its list begins inside of a picture, ffmpeg leaves that one out and shows the next one at once,
   * which is so much too early.
   */
  delaysSeconds: number[];
  /** For each track that is cut in the middle: how much of it is shown, and which parts; undefined for the others. */
  cuts: ({ seconds: number; parts: CutPart[] } | undefined)[];
}

export async function readEditLists(file: string): Promise<EditLists> {
  const moov = await readMoov(file);
  if (!moov) return { isForeign: false, delaysSeconds: [], cuts: [] };
  const [whole] = listBoxes(moov);
  const tracks = whole ? listBoxes(moov, whole.from, whole.to).filter(({ type }) => type === "trak") : [];
  const lists = tracks.map((track) => {
    const list = findIn(moov, track, "edts", "elst");
    return list ? readEdits(moov, list) : [];
  });
  const header = whole && findIn(moov, whole, "mvhd");
  const unitsPerSecond = header ? readUnits(moov, header) : 1;
  return {
    isForeign: lists.some(isForeign),
    cuts: tracks.map((track, index) => findCuts(moov, track, { edits: lists[index] ?? [], unitsPerSecond })),
    delaysSeconds: tracks.map((track, index) => findDelay(moov, track, lists[index] ?? [])),
  };
}

function findIn(moov: Buffer, { from, to }: Box, ...path: string[]): Box | undefined {
  const [type, ...rest] = path;
  const found = listBoxes(moov, from, to).find((box) => box.type === type);
  return found && rest.length > 0 ? findIn(moov, found, ...rest) : found;
}

/** From the beginning of the list to the first picture that begins in it. */
function findDelay(moov: Buffer, track: Box, edits: readonly Edit[]): number {
  const from = edits.find(({ isPause }) => !isPause)?.mediaTime ?? 0;
  const [handler, header] = [findIn(moov, track, "mdia", "hdlr"), findIn(moov, track, "mdia", "mdhd")];
  const table = findIn(moov, track, "mdia", "minf", "stbl");
  if (
    from <= 0 ||
    !handler ||
    !header ||
    !table ||
    moov.toString("latin1", handler.from + 8, handler.from + 12) !== "vide"
  )
    return 0;
  const unitsPerSecond = readUnits(moov, header);
  let first = Infinity;
  for (const { decoded, shown } of listTimes(moov, table)) {
    // none that is decoded later is shown before
    if (decoded > first) break;
    if (shown >= from) first = Math.min(first, shown);
  }
  return first === Infinity ? 0 : (first - from) / unitsPerSecond;
}

function readUnits(moov: Buffer, { from }: Box): number {
  return moov.readUInt32BE(from + (moov[from] === 1 ? 20 : 12));
}

function findCuts(
  moov: Buffer,
  track: Box,
  { edits, unitsPerSecond }: { edits: readonly Edit[]; unitsPerSecond: number },
): EditLists["cuts"][number] {
  const shown = edits.filter(({ isPause }) => !isPause);
  if (shown.length < 2) return undefined;
  const seconds = shown.reduce((sum, { duration }) => sum + duration, 0) / unitsPerSecond;
  const [header, table] = [findIn(moov, track, "mdia", "mdhd"), findIn(moov, track, "mdia", "minf", "stbl")];
  const trackUnits = header ? readUnits(moov, header) : 0;
  if (!table || trackUnits === 0 || shown.length > mostParts) return { seconds, parts: [] };
  const times = listShown(moov, table, trackUnits);
  let begin = 0;
  const parts = edits.flatMap(({ isPause, duration, mediaTime }) => {
    const [from, length, at] = [mediaTime / trackUnits, duration / unitsPerSecond, begin];
    begin += length;
    // times are rounded to the units of the track
    const [first, next] = [from, from + length].map((time) => countBefore(times, time - 1e-6)) as [number, number];
    const begins = times[first];
    if (isPause || begins === undefined || first === next) return [];
    return [{ pictures: next - first, atSeconds: at + begins - from }];
  });
  return { seconds, parts };
}

/** Nobody cuts so often by hand. */
const mostParts = 200;

/** When its pictures are shown, in that order, in seconds; empty when there are too many to look at. */
function listShown(moov: Buffer, table: Box, unitsPerSecond: number): Float64Array {
  const times = new Float64Array(mostSamples);
  let count = 0;
  for (const { shown } of listTimes(moov, table)) times[count++] = shown / unitsPerSecond;
  return count < mostSamples ? times.slice(0, count).toSorted() : new Float64Array();
}

/** How many of these times, which only go on, are before that one. */
function countBefore(times: Float64Array, time: number): number {
  let [from, to] = [0, times.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((times[middle] ?? 0) < time) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** Of a whole day. A table of a few bytes may claim any number. */
const mostSamples = 24 * 3600 * 60;

/** When each sample of a track is decoded and shown, in its own units. */
function* listTimes(moov: Buffer, table: Box): Generator<{ decoded: number; shown: number }> {
  const [times, offsets] = [findIn(moov, table, "stts"), findIn(moov, table, "ctts")];
  if (!times) return;
  const shifts = offsets ? readRuns(moov, offsets) : [];
  let [decoded, run, used, left] = [0, 0, 0, mostSamples];
  for (const { count, value } of readRuns(moov, times))
    for (let n = 0; n < count && left > 0; n += 1, left -= 1, used += 1, decoded += value) {
      for (; used >= (shifts[run]?.count ?? Infinity); run += 1) used = 0;
      yield { decoded, shown: decoded + (shifts[run]?.value ?? 0) };
    }
}

function readRuns(moov: Buffer, { from, to }: Box): { count: number; value: number }[] {
  const length = Math.min(moov.readUInt32BE(from + 4), Math.floor((to - from - 8) / 8));
  return Array.from({ length }, (_, n) => ({
    count: moov.readUInt32BE(from + 8 + n * 8),
    value: moov.readInt32BE(from + 12 + n * 8),
  }));
}

async function readMoov(file: string): Promise<Buffer | undefined> {
  await using handle = await open(file);
  const { size } = await handle.stat();
  for (let at = 0; at + 8 <= size;) {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(16), 0, 16, at);
    const head = readHead(buffer.subarray(0, bytesRead));
    // a size of zero: to the end of the file
    const bytes = head?.size === 0 ? size - at : (head?.size ?? 0);
    if (!head || bytes < 8) return undefined;
    if (head.type === "moov") {
      const length = Math.min(bytes, size - at, mostIndexBytes);
      return (await handle.read(Buffer.alloc(length), 0, length, at)).buffer;
    }
    at += bytes;
  }
  return undefined;
}

interface Edit {
  /** Counted in the units of the whole file. */
  duration: number;
  /** Where it begins, in the track's own units. */
  mediaTime: number;
  isPause: boolean;
  isUsualSpeed: boolean;
}

function readEdits(moov: Buffer, { from, to }: Box): Edit[] {
  const isLong = moov[from] === 1;
  const bytes = isLong ? 20 : 12;
  const count = Math.min(moov.readUInt32BE(from + 4), Math.floor((to - from - 8) / bytes));
  return Array.from({ length: count }, (_, n) => {
    const at = from + 8 + n * bytes;
    const mediaTime = isLong ? Number(moov.readBigInt64BE(at + 8)) : moov.readInt32BE(at + 4);
    const duration = isLong ? Number(moov.readBigUInt64BE(at)) : moov.readUInt32BE(at);
    return { duration, mediaTime, isPause: mediaTime === -1, isUsualSpeed: moov.readInt16BE(at + bytes - 4) === 1 };
  });
}

/** A pause at the beginning only means that the track begins later. */
function isForeign(edits: readonly Edit[]): boolean {
  const first = edits.findIndex(({ isPause }) => !isPause);
  if (first < 0) return false;
  return edits.slice(first).some(({ isPause, isUsualSpeed }) => isPause || !isUsualSpeed);
}
