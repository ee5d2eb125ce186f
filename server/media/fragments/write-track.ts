// One track in the index of a plain MP4 file. Pure.
import { box, full, words } from "./write-boxes.ts";

/** Times of the movie are in milliseconds, those of a track in units of its timescale. */
export const movieTimescale = 1000;

interface Track {
  id: number;
  kind: "soun" | "vide";
  timescale: number;
  /** The sample description, as it is. */
  stsd: Buffer;
  durations: readonly (readonly [count: number, duration: number])[];
  sizes: Uint32Array;
  /** Where runs of samples are in the file. */
  chunks: readonly { at: number; count: number }[];
  /** What is shown when: null is nothing. */
  edits: readonly { durationMs: number; from: number | null }[];
  /** Of video: when each is shown, after it is decoded; and which can be decoded alone, counted from 1. */
  video?: { delays: readonly (readonly [count: number, delay: number])[]; keys: readonly number[]; tail: Buffer };
}

export function writeTrack(track: Track): Buffer {
  const { id, kind, timescale, stsd, durations, sizes, edits, video } = track;
  const durationMs = edits.reduce((sum, edit) => sum + edit.durationMs, 0);
  const whole = durations.reduce((sum, [count, duration]) => sum + count * duration, 0);
  const isSound = kind === "soun";
  // layer, group, volume; then matrix and size
  const look = isSound
    ? words([0, 0, 0, 0x1000000, ...matrix, 0, 0])
    : Buffer.concat([words([0, 0, 0, 0]), video?.tail ?? Buffer.alloc(44)]);
  const tkhd = full("tkhd", 3, [0, 0, id, 0, durationMs], look);
  const listed = edits.flatMap((edit) => [edit.durationMs, edit.from ?? -1, 0x10000]);
  const edts = box("edts", full("elst", 0, [edits.length, ...listed]));
  // 0x55c4: no language
  const mdhd = full("mdhd", 0, [0, 0, timescale, whole, 0x55c40000]);
  const hdlr = full("hdlr", 0, [0, Buffer.from(kind).readUInt32BE(), 0, 0, 0], Buffer.from(`${kind}\0`));
  const header = isSound ? full("smhd", 0, [0]) : full("vmhd", 1, [0, 0]);
  const dinf = box("dinf", full("dref", 0, [1], full("url ", 1, [])));
  const stbl = box(
    "stbl",
    ...[stsd, full("stts", 0, [durations.length, ...durations.flat()])],
    ...(video ? [writeDelays(video.delays), full("stss", 0, [video.keys.length], words(video.keys))] : []),
    ...[writeGroups(track.chunks), full("stsz", 0, [0, sizes.length], words(sizes)), writePlaces(track.chunks)],
  );
  return box("trak", tkhd, edts, box("mdia", mdhd, hdlr, box("minf", header, dinf, stbl)));
}

const matrix = [0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000];

export function writeMovie(durationMs: number, tracks: readonly Buffer[], extra: Buffer): Buffer {
  const head = [0, 0, movieTimescale, durationMs, 0x10000, 0x1000000, 0, 0, ...matrix, 0, 0, 0, 0, 0, 0];
  return box("moov", full("mvhd", 0, [...head, tracks.length + 1]), ...tracks, extra);
}

/** Version 1: delays may be negative. */
function writeDelays(delays: NonNullable<Track["video"]>["delays"]): Buffer {
  return full("ctts", 0x1000000, [delays.length, ...delays.flat()]);
}

function writeGroups(chunks: Track["chunks"]): Buffer {
  const groups: number[] = [];
  chunks.forEach(({ count }, n) => {
    if (count !== chunks[n - 1]?.count) groups.push(n + 1, count, 1);
  });
  return full("stsc", 0, [groups.length / 3, ...groups]);
}

/** 64 bits each: videos are larger than 4 GB. */
function writePlaces(chunks: Track["chunks"]): Buffer {
  const places = Buffer.alloc(8 * chunks.length);
  for (const [n, { at }] of chunks.entries()) places.writeBigUInt64BE(BigInt(at), 8 * n);
  return full("co64", 0, [chunks.length], places);
}
