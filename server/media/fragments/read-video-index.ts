// All samples of a fragmented video file: reads its head and the index of each fragment, and none of the pictures.
import { open, type FileHandle } from "node:fs/promises";
import { findBox, listBoxes, readHead, type Box } from "./boxes.ts";

export interface VideoIndex {
  timescale: number;
  /** The sample description, as it is. */
  stsd: Buffer;
  /** Matrix and size, as the track has them. */
  tail: Buffer;
  /** When the first sample is decoded, by the clock of the file. */
  start: number;
  sizes: number[];
  durations: number[];
  delays: number[];
  /** Those that can be decoded alone, counted from 1. */
  keys: number[];
  /** Where runs of samples are in the file. */
  chunks: { at: number; count: number }[];
}

const mostHeadBytes = 16 * 2 ** 20;
/** In the flags of a sample. */
const notKey = 0x10000;

export async function readVideoIndex(file: string): Promise<VideoIndex> {
  await using handle = await open(file);
  let index: VideoIndex | undefined;
  let defaults: Sample = { duration: 0, size: 0, flags: 0 };
  for (let at = 0; ;) {
    const head = readHead(await read(handle, at, 16));
    if (!head || head.size < head.headSize) break;
    if (head.type === "moov" || head.type === "moof") {
      if (head.size > mostHeadBytes) throw new Error("the index of a fragment is too large");
      const bytes = await read(handle, at, head.size);
      if (head.type === "moov") {
        index = readTrack(bytes);
        defaults = readTrex(bytes);
      } else if (index) addFragment(index, defaults, { moof: bytes, at });
    }
    at += head.size;
  }
  if (!index || index.sizes.length === 0) throw new Error("the video file has no samples");
  return index;
}

async function read(handle: FileHandle, at: number, bytes: number): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(bytes), 0, bytes, at);
  return buffer.subarray(0, bytesRead);
}

function readTrack(moov: Buffer): VideoIndex {
  const find = (...path: string[]): Box => {
    const box = findBox(moov, "moov", "trak", ...path);
    if (!box) throw new Error(`the video file has no ${path.at(-1)}`);
    return box;
  };
  const [tkhd, mdhd, stsd] = [find("tkhd"), find("mdia", "mdhd"), find("mdia", "minf", "stbl", "stsd")];
  return {
    timescale: moov.readUInt32BE(mdhd.from + (moov[mdhd.from] === 1 ? 20 : 12)),
    stsd: moov.subarray(stsd.from - 8, stsd.to),
    tail: moov.subarray(tkhd.to - 44, tkhd.to),
    ...{ start: 0, sizes: [], durations: [], delays: [], keys: [], chunks: [] },
  };
}

interface Sample {
  duration: number;
  size: number;
  flags: number;
}

function readTrex(moov: Buffer): Sample {
  const trex = findBox(moov, "moov", "mvex", "trex");
  if (!trex) return { duration: 0, size: 0, flags: 0 };
  const at = trex.from + 12;
  return { duration: moov.readUInt32BE(at), size: moov.readUInt32BE(at + 4), flags: moov.readUInt32BE(at + 8) };
}

function addFragment(index: VideoIndex, usual: Sample, { moof, at }: { moof: Buffer; at: number }): void {
  const traf = findBox(moof, "moof", "traf");
  const boxes = traf ? listBoxes(moof, traf.from, traf.to) : [];
  const [tfhd, tfdt] = ["tfhd", "tfdt"].map((type) => boxes.find((box) => box.type === type));
  if (!tfhd || !tfdt) throw new Error("a fragment without a track");
  if (index.sizes.length === 0)
    index.start =
      moof[tfdt.from] === 1 ? Number(moof.readBigUInt64BE(tfdt.from + 4)) : moof.readUInt32BE(tfdt.from + 4);
  const defaults = readDefaults(moof, tfhd, usual);
  for (const box of boxes) if (box.type === "trun") addRun(index, defaults, { moof, box, at });
}

function readDefaults(moof: Buffer, { from }: Box, usual: Sample): Sample {
  const flags = moof.readUIntBE(from + 1, 3);
  let at = from + 8 + (flags & 0x01 ? 8 : 0) + (flags & 0x02 ? 4 : 0);
  const next = (flag: number, fallback: number) => {
    if (!(flags & flag)) return fallback;
    at += 4;
    return moof.readUInt32BE(at - 4);
  };
  return { duration: next(0x08, usual.duration), size: next(0x10, usual.size), flags: next(0x20, usual.flags) };
}

function addRun(index: VideoIndex, usual: Sample, run: { moof: Buffer; box: Box; at: number }): void {
  const { moof, box, at: fragmentAt } = run;
  const flags = moof.readUIntBE(box.from + 1, 3);
  const count = moof.readUInt32BE(box.from + 4);
  let at = box.from + 8;
  const take = (flag: number, fallback: number) => {
    if (!(flags & flag)) return fallback;
    at += 4;
    return moof.readUInt32BE(at - 4);
  };
  // addresses count from the beginning of the fragment
  index.chunks.push({ at: fragmentAt + (take(0x01, 0) | 0), count });
  const first = flags & 0x04 ? take(0x04, 0) : undefined;
  for (let n = 0; n < count; n += 1) {
    index.durations.push(take(0x100, usual.duration));
    index.sizes.push(take(0x200, usual.size));
    const own = take(0x400, n === 0 && first !== undefined ? first : usual.flags);
    index.delays.push(take(0x800, 0) | 0);
    if (!(own & notKey)) index.keys.push(index.sizes.length);
  }
}
