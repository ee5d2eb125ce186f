// A part of a plain audio file (m4a) as a file of its own: a new index, and the bytes of the packets as they are.
// Nothing is encoded or copied: whoever sends it sends the new head, and then a slice of the stored file.
import { endianness } from "node:os";
import { findBox, listBoxes, type Box } from "./boxes.ts";
import { writeAudioHead, type AudioIndex, type Packets } from "./write-audio-head.ts";

interface AudioCut {
  packets: Packets;
  /** A slice of the stored file; `to` is the byte after the last. */
  from: number;
  to: number;
}

interface Cut extends Pick<AudioCut, "from" | "to"> {
  head: Buffer;
}

/** `head` is the file up to the end of its index, or more. */
export function readAudioIndex(head: Buffer): AudioIndex {
  const find = (...path: string[]): Box => {
    const box = findBox(head, ...path);
    if (!box) throw new Error(`the audio file has no ${path.at(-1)}`);
    return box;
  };
  const table = ["moov", "trak", "mdia", "minf", "stbl"];
  const [mdhd, stsd, stsz] = [find("moov", "trak", "mdia", "mdhd"), find(...table, "stsd"), find(...table, "stsz")];
  const sizes = readSizes(head, stsz);
  return {
    timescale: head.readUInt32BE(mdhd.from + (head[mdhd.from] === 1 ? 20 : 12)),
    stsd: head.subarray(stsd.from - 8, stsd.to),
    sizes,
    runs: readPairs(head, find(...table, "stts")).map(([count, duration]) => ({ count, duration })),
    dataFrom: requireUnbroken(head, listBoxes(head, find(...table).from, find(...table).to), sizes),
    leadIn: readLeadIn(head, findBox(head, "moov", "trak", "edts", "elst")),
  };
}

/** Seconds as a listener counts them. `extra` is put into the index: tags and chapters. */
export function cutAudio(
  index: AudioIndex,
  seconds: { from: number; to: number },
  extra: Buffer = Buffer.alloc(0),
): Cut {
  const { packets, from, to } = choosePackets(index, seconds);
  return { head: writeAudioHead(index, packets, extra), from, to };
}

/** What is to be heard in these seconds. */
export function choosePackets(index: AudioIndex, seconds: { from: number; to: number }): AudioCut {
  const total = index.runs.reduce((sum, { count, duration }) => sum + count * duration, 0);
  const begin = Math.min(total, index.leadIn + Math.round(seconds.from * index.timescale));
  const end = Math.min(total, index.leadIn + Math.round(seconds.to * index.timescale));
  // the packet before the first warms the decoder up
  const first = Math.max(0, findPacket(index, begin) - 1);
  const last = Math.max(first + 1, findPacket(index, end - 1) + 1);
  const [from, to] = [offsetOf(index, first), offsetOf(index, last)];
  const packets = { first, last, skip: begin - startOf(index, first), duration: Math.max(0, end - begin) };
  return { packets, from, to };
}

/** When a packet begins. There are few runs: all packets but the last last as long. */
function startOf({ runs }: AudioIndex, packet: number): number {
  let [time, left] = [0, packet];
  for (const { count, duration } of runs) {
    time += Math.min(left, count) * duration;
    left = Math.max(0, left - count);
  }
  return time;
}

/** The last that begins at or before this time. */
function findPacket({ runs, sizes }: AudioIndex, time: number): number {
  let [packet, left] = [0, Math.max(0, time)];
  for (const { count, duration } of runs) {
    if (left < count * duration) return packet + Math.floor(left / duration);
    packet += count;
    left -= count * duration;
  }
  return Math.max(0, sizes.length - 1);
}

function offsetOf({ sizes, dataFrom }: AudioIndex, packet: number): number {
  let at = dataFrom;
  for (let n = 0; n < packet; n += 1) at += sizes[n] ?? 0;
  return at;
}

/** Three hours have half a million: copied at once, and turned around where the machine counts from the other end. */
function readSizes(head: Buffer, { from }: Box): Uint32Array {
  const [same, count] = [head.readUInt32BE(from + 4), head.readUInt32BE(from + 8)];
  if (same > 0) return new Uint32Array(count).fill(same);
  const bytes = Buffer.alloc(count * 4);
  head.copy(bytes, 0, from + 12, from + 12 + count * 4);
  if (isLittleEndian) bytes.swap32();
  return new Uint32Array(bytes.buffer, bytes.byteOffset, count);
}

const isLittleEndian = endianness() === "LE";

function readPairs(head: Buffer, { from }: Box): [number, number][] {
  const count = head.readUInt32BE(from + 4);
  return Array.from({ length: count }, (_, n) => [
    head.readUInt32BE(from + 8 + 8 * n),
    head.readUInt32BE(from + 12 + 8 * n),
  ]);
}

/** What the edit list skips at the start. */
function readLeadIn(head: Buffer, elst: Box | undefined): number {
  if (!elst || head.readUInt32BE(elst.from + 4) === 0) return 0;
  const time = head[elst.from] === 1 ? Number(head.readBigInt64BE(elst.from + 16)) : head.readInt32BE(elst.from + 12);
  return Math.max(0, time);
}

/** Where the packets begin; throws if there is anything between them, which our own files never have. */
function requireUnbroken(head: Buffer, boxes: readonly Box[], sizes: Uint32Array): number {
  const stsc = boxes.find(({ type }) => type === "stsc");
  const offsets = boxes.find(({ type }) => type === "stco" || type === "co64");
  if (!stsc || !offsets) throw new Error("the audio file has no index of its packets");
  const count = head.readUInt32BE(offsets.from + 4);
  const read = (n: number) =>
    offsets.type === "co64"
      ? Number(head.readBigUInt64BE(offsets.from + 8 + 8 * n))
      : head.readUInt32BE(offsets.from + 8 + 4 * n);
  const groups = Array.from({ length: head.readUInt32BE(stsc.from + 4) }, (_, n) => ({
    firstChunk: head.readUInt32BE(stsc.from + 8 + 12 * n),
    perChunk: head.readUInt32BE(stsc.from + 12 + 12 * n),
  }));
  const from = count > 0 ? read(0) : 0;
  let [at, packet, group] = [from, 0, 0];
  for (let chunk = 0; chunk < count; chunk += 1) {
    if (chunk + 1 >= (groups[group + 1]?.firstChunk ?? Infinity)) group += 1;
    if (read(chunk) !== at) throw new Error("the packets of the audio file do not lie one after the other");
    for (let n = groups[group]?.perChunk ?? 0; n > 0; n -= 1) at += sizes[packet++] ?? 0;
  }
  return from;
}
