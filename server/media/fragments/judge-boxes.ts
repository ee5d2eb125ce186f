// The times and sizes of every sample of a fragmented file (ISO 14496-12), with signed times: a time before zero is a fault, and
// must not look like one far in the future.
import { findBox, listBoxes, type Box } from "./boxes.ts";

export interface Init {
  kind: "video" | "audio";
  unitsPerSecond: number;
  defaults: SampleDefaults;
}

interface SampleDefaults {
  duration: number;
  size: number;
  flags: number;
}

interface Sample {
  duration: number;
  /** The time from when it is decoded to when it is shown. */
  shift: number;
  isKey: boolean;
}

export interface Moof {
  start: number;
  samples: Sample[];
  /** The bytes of all its samples. */
  bytes: number;
}

export function readInit(head: Buffer): Init {
  const mdhd = findBox(head, "moov", "trak", "mdia", "mdhd");
  const hdlr = findBox(head, "moov", "trak", "mdia", "hdlr");
  if (!mdhd || !hdlr) throw new Error("a head without a track");
  const trex = findBox(head, "moov", "mvex", "trex");
  const defaults = trex
    ? {
        duration: head.readUInt32BE(trex.from + 12),
        size: head.readUInt32BE(trex.from + 16),
        flags: head.readUInt32BE(trex.from + 20),
      }
    : { duration: 0, size: 0, flags: 0 };
  const kind = head.toString("latin1", hdlr.from + 8, hdlr.from + 12) === "vide" ? "video" : "audio";
  return { kind, unitsPerSecond: head.readUInt32BE(mdhd.from + (head[mdhd.from] === 1 ? 20 : 12)), defaults };
}

export function readMoof(moof: Buffer, init: Init): Moof {
  const traf = findBox(moof, "moof", "traf");
  const boxes = traf ? listBoxes(moof, traf.from, traf.to) : [];
  const tfhd = boxes.find(({ type }) => type === "tfhd");
  const tfdt = boxes.find(({ type }) => type === "tfdt");
  if (!tfhd || !tfdt) throw new Error("a fragment without a time");
  const defaults = readDefaults(moof, tfhd, init.defaults);
  const start = moof[tfdt.from] === 1 ? Number(moof.readBigInt64BE(tfdt.from + 4)) : moof.readUInt32BE(tfdt.from + 4);
  const runs = boxes.filter(({ type }) => type === "trun").map((box) => readRun(moof, box, defaults));
  return {
    start,
    samples: runs.flatMap(({ samples }) => samples),
    bytes: runs.reduce((sum, run) => sum + run.bytes, 0),
  };
}

function readDefaults(moof: Buffer, { from }: Box, inherited: SampleDefaults): SampleDefaults {
  const flags = moof.readUIntBE(from + 1, 3);
  let at = from + 8 + (flags & 0x01 ? 8 : 0) + (flags & 0x02 ? 4 : 0);
  const take = (flag: number, otherwise: number) => {
    if (!(flags & flag)) return otherwise;
    at += 4;
    return moof.readUInt32BE(at - 4);
  };
  return {
    duration: take(0x08, inherited.duration),
    size: take(0x10, inherited.size),
    flags: take(0x20, inherited.flags),
  };
}

/** "Depends on others" and "is no sync sample" (8.8.3.1). */
const isKeyFlags = (flags: number) => (flags & 0x10000) === 0;

function readRun(moof: Buffer, { from }: Box, defaults: SampleDefaults): { samples: Sample[]; bytes: number } {
  const flags = moof.readUIntBE(from + 1, 3);
  const count = moof.readUInt32BE(from + 4);
  let at = from + 8 + (flags & 0x01 ? 4 : 0);
  const first = flags & 0x04 ? moof.readUInt32BE(at) : undefined;
  if (flags & 0x04) at += 4;
  const samples: Sample[] = [];
  let bytes = 0;
  for (let n = 0; n < count; n += 1) {
    const take = (flag: number, otherwise: number) => {
      if (!(flags & flag)) return otherwise;
      at += 4;
      return moof.readUInt32BE(at - 4);
    };
    const duration = take(0x100, defaults.duration);
    bytes += take(0x200, defaults.size);
    const own = take(0x400, n === 0 && first !== undefined ? first : defaults.flags);
    samples.push({ duration, shift: take(0x800, 0) | 0, isKey: isKeyFlags(own) });
  }
  return { samples, bytes };
}
