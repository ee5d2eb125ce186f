// The beginning of an m4a file: its type, its index, and the head of its data. Pure.

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

interface Packets {
  first: number;
  /** The packet after the last. */
  last: number;
  /** Of the first packets, what is not to be heard; and how long the rest is. In units of the timescale. */
  skip: number;
  duration: number;
}

const perChunk = 100;

export function writeAudioHead(index: AudioIndex, packets: Packets, extra: Buffer): Buffer {
  const { first, last } = packets;
  const sizes = index.sizes.subarray(first, last);
  const dataBytes = sizes.reduce((sum, size) => sum + size, 0);
  const ftyp = box("ftyp", Buffer.from("M4A \0\0\x02\0M4A isomiso2", "latin1"));
  const write = (dataAt: number) => writeIndex(index, { ...packets, sizes, dataAt, extra });
  // the addresses in it have a fixed size, so the first try tells how long it is
  const dataAt = ftyp.length + write(0).length + 8;
  const data = Buffer.alloc(8);
  data.writeUInt32BE(dataBytes + 8, 0);
  data.write("mdat", 4, "latin1");
  return Buffer.concat([ftyp, write(dataAt), data]);
}

interface Part extends Packets {
  sizes: Uint32Array;
  dataAt: number;
  extra: Buffer;
}

function writeIndex({ timescale, stsd, runs }: AudioIndex, part: Part): Buffer {
  const { first, last, skip, duration, sizes, extra } = part;
  const kept = pickRuns(runs, first, last);
  const whole = kept.reduce((sum, run) => sum + run.count * run.duration, 0);
  const matrix = [0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000];
  const none = [0, 0];
  const mvhd = full("mvhd", 0, [
    ...none,
    timescale,
    duration,
    0x10000,
    0x1000000,
    ...none,
    ...matrix,
    ...Array(6).fill(0),
    2,
  ]);
  const tkhd = full("tkhd", 3, [...none, 1, 0, duration, ...none, 0, 0x1000000, ...matrix, ...none]);
  const edts = box("edts", full("elst", 0, [1, duration, skip, 0x10000]));
  // 0x55c4: no language
  const mdhd = full("mdhd", 0, [...none, timescale, whole, 0x55c40000]);
  const hdlr = full("hdlr", 0, [0, 0x736f756e, 0, 0, 0], Buffer.from("sound\0"));
  const dinf = box("dinf", full("dref", 0, [1], full("url ", 1, [])));
  const stbl = box(
    "stbl",
    ...[stsd, full("stts", 0, [kept.length, ...kept.flatMap((run) => [run.count, run.duration])])],
    ...writeChunks(part),
    full("stsz", 0, [0, sizes.length], words(sizes)),
  );
  const minf = box("minf", full("smhd", 0, [0]), dinf, stbl);
  return box("moov", mvhd, box("trak", tkhd, edts, box("mdia", mdhd, hdlr, minf)), extra);
}

function pickRuns(runs: AudioIndex["runs"], first: number, last: number): { count: number; duration: number }[] {
  let at = 0;
  return runs.flatMap(({ count, duration }) => {
    const [from, to] = [Math.max(at, first), Math.min(at + count, last)];
    at += count;
    return to > from ? [{ count: to - from, duration }] : [];
  });
}

function writeChunks({ sizes, dataAt }: Part): Buffer[] {
  const places: number[] = [];
  let at = dataAt;
  sizes.forEach((size, packet) => {
    if (packet % perChunk === 0) places.push(at);
    at += size;
  });
  const rest = sizes.length % perChunk;
  const groups =
    rest > 0 && places.length > 1
      ? [
          [1, perChunk, 1],
          [places.length, rest, 1],
        ]
      : [[1, rest || perChunk, 1]];
  return [full("stsc", 0, [groups.length, ...groups.flat()]), full("stco", 0, [places.length, ...places])];
}

export function box(type: string, ...content: Buffer[]): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + content.reduce((sum, part) => sum + part.length, 0), 0);
  head.write(type, 4, "latin1");
  return Buffer.concat([head, ...content]);
}

/** With version 0 and flags, fields of 32 bits, and what follows them. */
function full(type: string, flags: number, fields: readonly number[], ...rest: Buffer[]): Buffer {
  return box(type, words([flags, ...fields]), ...rest);
}

function words(values: Iterable<number>): Buffer {
  const list = [...values];
  const bytes = Buffer.alloc(list.length * 4);
  for (const [n, value] of list.entries()) bytes.writeUInt32BE(value >>> 0, n * 4);
  return bytes;
}
