// Reading MP4 boxes (ISO 14496-12): only as much as packaging needs.

export interface Box {
  type: string;
  /** Where its content begins and where it ends, in the buffer. */
  from: number;
  to: number;
}

export function listBoxes(buffer: Buffer, from = 0, to = buffer.length): Box[] {
  const boxes: Box[] = [];
  for (let at = from; at + 8 <= to;) {
    const head = readHead(buffer.subarray(at, Math.min(at + 16, to)));
    if (!head || head.size < head.headSize || at + head.size > to) break;
    boxes.push({ type: head.type, from: at + head.headSize, to: at + head.size });
    at += head.size;
  }
  return boxes;
}

export function findBox(buffer: Buffer, ...path: string[]): Box | undefined {
  let box: Box | undefined = { type: "", from: 0, to: buffer.length };
  for (const type of path) {
    // a sample description counts its entries before it lists them; an entry has fixed fields before its boxes
    const skip: number = { stsd: 8, avc1: 78, mp4a: 28 }[box.type] ?? 0;
    box = listBoxes(buffer, box.from + skip, box.to).find((child) => child.type === type);
    if (!box) return undefined;
  }
  return box;
}

/** `bytes` are at least the first 8 of a box, better 16. */
export function readHead(bytes: Buffer): { type: string; size: number; headSize: number } | undefined {
  if (bytes.length < 8) return undefined;
  const size = bytes.readUInt32BE(0);
  const type = bytes.toString("latin1", 4, 8);
  if (size !== 1) return { type, size, headSize: 8 };
  return bytes.length < 16 ? undefined : { type, size: Number(bytes.readBigUInt64BE(8)), headSize: 16 };
}

interface FragmentTimes {
  /** When it begins to be decoded, in the track's own units. */
  start: number;
  duration: number;
  firstSampleSize: number;
  /** Counted from the beginning of the moof. */
  dataOffset: number;
  samples: number;
}

/** One track's part of a moof. */
export function readFragment(moof: Buffer): FragmentTimes {
  const traf = findBox(moof, "moof", "traf");
  if (!traf) throw new Error("a fragment without a track");
  const parts = listBoxes(moof, traf.from, traf.to);
  const defaults = readDefaults(moof, require(parts, "tfhd"));
  const tfdt = require(parts, "tfdt");
  const start = moof[tfdt.from] === 1 ? Number(moof.readBigUInt64BE(tfdt.from + 4)) : moof.readUInt32BE(tfdt.from + 4);
  const runs = parts.filter(({ type }) => type === "trun").map((box) => readRun(moof, box, defaults));
  const first = runs[0];
  if (!first) throw new Error("a fragment without samples");
  return {
    start,
    duration: runs.reduce((sum, run) => sum + run.duration, 0),
    samples: runs.reduce((sum, run) => sum + run.samples, 0),
    firstSampleSize: first.firstSampleSize,
    dataOffset: first.dataOffset,
  };
}

function require(boxes: Box[], type: string): Box {
  const box = boxes.find((one) => one.type === type);
  if (!box) throw new Error(`a fragment without ${type}`);
  return box;
}

function readDefaults(moof: Buffer, { from }: Box): { duration: number; size: number } {
  const flags = moof.readUIntBE(from + 1, 3);
  let at = from + 8;
  if (flags & 0x01) at += 8;
  if (flags & 0x02) at += 4;
  const duration = flags & 0x08 ? moof.readUInt32BE(at) : 0;
  if (flags & 0x08) at += 4;
  return { duration, size: flags & 0x10 ? moof.readUInt32BE(at) : 0 };
}

function readRun(moof: Buffer, { from }: Box, defaults: { duration: number; size: number }) {
  const flags = moof.readUIntBE(from + 1, 3);
  const samples = moof.readUInt32BE(from + 4);
  let at = from + 8;
  const dataOffset = flags & 0x01 ? moof.readInt32BE(at) : 0;
  if (flags & 0x01) at += 4;
  if (flags & 0x04) at += 4;
  const each = [0x100, 0x200, 0x400, 0x800].filter((flag) => flags & flag).length * 4;
  let duration = flags & 0x100 ? 0 : defaults.duration * samples;
  if (flags & 0x100) for (let n = 0; n < samples; n += 1) duration += moof.readUInt32BE(at + n * each);
  const sizeAt = at + (flags & 0x100 ? 4 : 0);
  const firstSampleSize = flags & 0x200 && samples > 0 ? moof.readUInt32BE(sizeAt) : defaults.size;
  return { samples, dataOffset, duration, firstSampleSize };
}
