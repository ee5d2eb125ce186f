// H.264, HEVC and AAC for containers without an index: with start codes, and with a header on every packet.

const startCode = Buffer.from([0, 0, 0, 1]);

/** Replaces lengths by start codes, and puts the parameter sets before each key frame. */
export function toStartCodes(data: Buffer, { sets, delimiter }: { sets: Buffer[]; delimiter: Buffer }): Buffer {
  const parts = [startCode, delimiter, ...sets.flatMap((set) => [startCode, set])];
  for (let at = 0; at + 4 <= data.length;) {
    const size = data.readUInt32BE(at);
    parts.push(startCode, data.subarray(at + 4, at + 4 + size));
    at += 4 + size;
  }
  return Buffer.concat(parts);
}

/** Parameter sets from avcC. */
export function readH264Sets(setup: Buffer): Buffer[] {
  const sets: Buffer[] = [];
  let at = 5;
  for (const mask of [0x1f, 0xff]) {
    const count = (setup[at] ?? 0) & mask;
    at += 1;
    for (let n = 0; n < count; n += 1) {
      const size = setup.readUInt16BE(at);
      sets.push(setup.subarray(at + 2, at + 2 + size));
      at += 2 + size;
    }
  }
  return sets;
}

/** Parameter sets from hvcC. */
export function readHevcSets(setup: Buffer): Buffer[] {
  const sets: Buffer[] = [];
  let at = 23;
  for (let array = 0; array < (setup[22] ?? 0); array += 1) {
    const count = setup.readUInt16BE(at + 1);
    at += 3;
    for (let n = 0; n < count; n += 1) {
      const size = setup.readUInt16BE(at);
      sets.push(setup.subarray(at + 2, at + 2 + size));
      at += 2 + size;
    }
  }
  return sets;
}

/** The ADTS header of an AAC packet, from the configuration. */
export function toAdts(data: Buffer, setup: Buffer): Buffer {
  const config = setup.readUInt16BE(0);
  const [type, rate, channels] = [config >> 11, (config >> 7) & 15, (config >> 3) & 15];
  const size = data.length + 7;
  const head = Buffer.from([
    ...[0xff, 0xf1, ((type - 1) << 6) | (rate << 2) | (channels >> 2)],
    ...[((channels & 3) << 6) | (size >> 11), (size >> 3) & 0xff, ((size & 7) << 5) | 0x1f, 0xfc],
  ]);
  return Buffer.concat([head, data]);
}
