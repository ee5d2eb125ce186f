// Reads what is served like a browser: the times in the fragments, without edit lists.

interface Sample {
  at: number;
  decodeAt: number;
  seconds: number;
  bytes: number;
  /** The position of its fragment in the file. */
  fragment: number;
}

interface Box {
  type: string;
  at: number;
  from: number;
  to: number;
}

function* boxesIn(file: Buffer, from = 0, to = file.length): Generator<Box> {
  for (let at = from; at + 8 <= to;) {
    const small = file.readUInt32BE(at);
    const size = small === 1 ? Number(file.readBigUInt64BE(at + 8)) : small;
    if (size < 8 || at + size > to) throw new Error(`a broken box at ${at}`);
    yield { type: file.toString("latin1", at + 4, at + 8), at, from: at + (small === 1 ? 16 : 8), to: at + size };
    at += size;
  }
}

function find(file: Buffer, inside: { from: number; to: number }, ...path: string[]): Box | undefined {
  const [type, ...rest] = path;
  for (const box of boxesIn(file, inside.from, inside.to))
    if (box.type === type) return rest.length === 0 ? box : find(file, box, ...rest);
  return undefined;
}

export function readSamples(file: Buffer): Sample[] {
  const moov = find(file, { from: 0, to: file.length }, "moov");
  const mdhd = moov && find(file, moov, "trak", "mdia", "mdhd");
  const trex = moov && find(file, moov, "mvex", "trex");
  if (!mdhd || !trex) throw new Error("this is not a fragmented file");
  const scale = file.readUInt32BE(mdhd.from + (file[mdhd.from] === 1 ? 20 : 12));
  const defaults = { duration: file.readUInt32BE(trex.from + 12), size: file.readUInt32BE(trex.from + 16) };
  const samples: Sample[] = [];
  for (const moof of boxesIn(file)) {
    if (moof.type !== "moof") continue;
    for (const traf of boxesIn(file, moof.from, moof.to)) {
      if (traf.type !== "traf") continue;
      const own = readDefaults(file, traf, defaults);
      const tfdt = find(file, traf, "tfdt");
      let time = tfdt ? readTime(file, tfdt.from) : 0;
      for (const run of boxesIn(file, traf.from, traf.to)) {
        if (run.type !== "trun") continue;
        for (const { duration, size, later } of readRun(file, run, own)) {
          const [at, decodeAt] = [(time + later) / scale, time / scale];
          samples.push({ at, decodeAt, seconds: duration / scale, bytes: size, fragment: moof.at });
          time += duration;
        }
      }
    }
  }
  return samples;
}

function readTime(file: Buffer, at: number): number {
  return file[at] === 1 ? Number(file.readBigInt64BE(at + 4)) : file.readUInt32BE(at + 4);
}

interface Defaults {
  duration: number;
  size: number;
}

function readDefaults(file: Buffer, traf: Box, defaults: Defaults): Defaults {
  const tfhd = find(file, traf, "tfhd");
  if (!tfhd) return defaults;
  const flags = file.readUInt32BE(tfhd.from);
  let at = tfhd.from + 8 + ((flags & 1) === 0 ? 0 : 8) + ((flags & 2) === 0 ? 0 : 4);
  const take = (flag: number, otherwise: number) => {
    if ((flags & flag) === 0) return otherwise;
    at += 4;
    return file.readUInt32BE(at - 4);
  };
  return { duration: take(8, defaults.duration), size: take(16, defaults.size) };
}

function* readRun(file: Buffer, run: Box, defaults: Defaults) {
  const flags = file.readUInt32BE(run.from);
  const count = file.readUInt32BE(run.from + 4);
  let at = run.from + 8 + ((flags & 1) === 0 ? 0 : 4) + ((flags & 4) === 0 ? 0 : 4);
  const take = (flag: number, otherwise: number) => {
    if ((flags & flag) === 0) return otherwise;
    at += 4;
    return file.readUInt32BE(at - 4);
  };
  for (let n = 0; n < count; n += 1) {
    const duration = take(0x100, defaults.duration);
    const size = take(0x200, defaults.size);
    take(0x400, 0);
    yield { duration, size, later: take(0x800, 0) | 0 };
  }
}
