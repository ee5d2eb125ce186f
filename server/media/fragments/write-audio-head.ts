// The beginning of an m4a file: its type, its index, and the head of its data. Pure.
import { box } from "./write-boxes.ts";
import { movieTimescale, writeMovie, writeTrack } from "./write-track.ts";

/** Of a file whose packets lie one after the other, in one track. */
export interface AudioIndex {
  timescale: number;
  /** The sample description, as it is. */
  stsd: Buffer;
  /** Bytes of each packet. */
  sizes: Uint32Array;
  /** Runs of packets that last as long. */
  runs: readonly { count: number; duration: number }[];
  /** Where the first packet is in the file. */
  dataFrom: number;
  /** What the decoder makes before the sound begins, in units of the timescale. */
  leadIn: number;
}

export interface Packets {
  first: number;
  /** The packet after the last. */
  last: number;
  /** Of the first packets, what is not to be heard; and how long the rest is. In units of the timescale. */
  skip: number;
  duration: number;
}

const perChunk = 100;

export function writeAudioHead(index: AudioIndex, packets: Packets, extra: Buffer): Buffer {
  const ftyp = box("ftyp", Buffer.from("M4A \0\0\x02\0M4A isomiso2", "latin1"));
  const durationMs = Math.round((packets.duration / index.timescale) * movieTimescale);
  const write = (dataAt: number) => {
    const track = writeAudioTrack(index, packets, { id: 1, dataAt });
    return writeMovie(durationMs, [track], extra);
  };
  // the addresses in it have a fixed size, so the first try tells how long it is
  const dataAt = ftyp.length + write(0).length + dataHeadBytes;
  const sizes = index.sizes.subarray(packets.first, packets.last);
  return Buffer.concat([ftyp, write(dataAt), writeDataHead(sizes.reduce((sum, size) => sum + size, 0))]);
}

export function writeAudioTrack(index: AudioIndex, packets: Packets, place: { id: number; dataAt: number }): Buffer {
  const { first, last, skip, duration } = packets;
  const sizes = index.sizes.subarray(first, last);
  return writeTrack({
    ...{ id: place.id, kind: "soun", timescale: index.timescale, stsd: index.stsd, sizes },
    durations: pickRuns(index.runs, first, last),
    chunks: listChunks(sizes, place.dataAt),
    edits: [{ durationMs: Math.round((duration / index.timescale) * movieTimescale), from: skip }],
  });
}

export const dataHeadBytes = 16;

/** With a size of 64 bits. */
export function writeDataHead(bytes: number): Buffer {
  const head = Buffer.alloc(dataHeadBytes);
  head.writeUInt32BE(1, 0);
  head.write("mdat", 4, "latin1");
  head.writeBigUInt64BE(BigInt(bytes + dataHeadBytes), 8);
  return head;
}

function pickRuns(runs: AudioIndex["runs"], first: number, last: number): [number, number][] {
  let at = 0;
  return runs.flatMap(({ count, duration }): [number, number][] => {
    const [from, to] = [Math.max(at, first), Math.min(at + count, last)];
    at += count;
    return to > from ? [[to - from, duration]] : [];
  });
}

function listChunks(sizes: Uint32Array, dataAt: number): { at: number; count: number }[] {
  const chunks: { at: number; count: number }[] = [];
  let at = dataAt;
  sizes.forEach((size, packet) => {
    if (packet % perChunk === 0) chunks.push({ at, count: 0 });
    const last = chunks.at(-1);
    if (last) last.count += 1;
    at += size;
  });
  return chunks;
}
