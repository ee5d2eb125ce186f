// Writes MP4 and MOV files: plain, with any edit list, or in fragments that have their own times.
import type { Arranged, Coded, Edit, Recipe, TrackName, Unit } from "./model.ts";

function box(type: string, ...contents: (Buffer | number[])[]): Buffer {
  const body = Buffer.concat(contents.map((content) => (Buffer.isBuffer(content) ? content : words(...content))));
  const head = Buffer.alloc(8);
  head.writeUInt32BE(body.length + 8, 0);
  head.write(type, 4, "latin1");
  return Buffer.concat([head, body]);
}

/** 32-bit integers, also negative ones. */
function words(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  values.forEach((value, index) => bytes.writeUInt32BE(value >>> 0, index * 4));
  return bytes;
}

const long = (value: number): number[] => [Math.floor(value / 2 ** 32), value % 2 ** 32];

interface Track {
  id: number;
  name: TrackName;
  stsd: Buffer;
  units: Unit[];
  /** Ticks per second of the track's own time, and when that time begins. */
  scale: number;
  zero: number;
  /** PCM: how many bytes one sample has. */
  sampleBytes: number | null;
  edits: Edit[] | null;
}

const movieScale = 90_000;

export function writeMp4(recipe: Recipe, arranged: Arranged, coded: { pictures: Coded; sound: Coded | null }): Buffer {
  const [part] = arranged.parts;
  if (!part) throw new Error("nothing to write");
  const isFragmented = recipe.layout === "fragments";
  const make = (name: TrackName, id: number): Track[] => {
    const units = part[name];
    const [first] = units;
    const stsd = coded[name]?.stsd;
    if (!first || !stsd) return [];
    return [
      {
        ...{ id, name, stsd, units },
        scale: name === "sound" ? (recipe.audio?.sampleRate ?? 48_000) : movieScale,
        zero: isFragmented ? 0 : first.decodeAt,
        sampleBytes: name === "sound" && recipe.audio?.codec === "pcm" ? recipe.audio.channels * 2 : null,
        edits: arranged.edits?.[name] ?? null,
      },
    ];
  };
  const tracks = [...make("pictures", 1), ...make("sound", 2)];
  const brand = Buffer.from(recipe.container === "mov" ? "qt  " : "isom", "latin1");
  const ftyp = box("ftyp", brand, [512], brand, Buffer.from("isomiso6mp41", "latin1"));
  if (isFragmented) return writeFragments(ftyp, tracks);
  return writePlain(ftyp, tracks, recipe.layout === "front");
}

function writePlain(ftyp: Buffer, tracks: Track[], isFront: boolean): Buffer {
  const inOrder = tracks
    .flatMap((track) => track.units.map((unit) => ({ unit, track })))
    .toSorted((a, b) => a.unit.decodeAt - b.unit.decodeAt);
  const mdat = box("mdat", ...inOrder.map(({ unit }) => unit.data));
  const index = (from: number) => {
    let at = from + 8;
    const offsets = new Map<Track, number[]>(tracks.map((track) => [track, []]));
    for (const { unit, track } of inOrder) {
      offsets.get(track)?.push(at);
      at += unit.data.length;
    }
    const traks = tracks.map((track) => writeTrack(track, sampleTables(track, offsets.get(track) ?? [])));
    return box("moov", movieHead(Math.max(...tracks.map(lengthOf))), ...traks);
  };
  if (!isFront) return Buffer.concat([ftyp, mdat, index(ftyp.length)]);
  return Buffer.concat([ftyp, index(ftyp.length + index(0).length), mdat]);
}

const matrix = [0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000];

function movieHead(seconds: number): Buffer {
  const times = [0x01000000, ...long(0), ...long(0), movieScale, ...long(Math.round(seconds * movieScale))];
  return box("mvhd", [...times, 0x10000, 0x1000000, 0, 0, ...matrix, 0, 0, 0, 0, 0, 0, 3]);
}

/** The duration by the edit list, or of the whole track. */
function lengthOf({ edits, units, zero }: Track): number {
  if (edits) return edits.reduce((sum, { seconds }) => sum + seconds, 0);
  return Math.max(...units.map(({ decodeAt, seconds }) => decodeAt + seconds)) - zero;
}

function writeTrack(track: Track, tables: Buffer[]): Buffer {
  const { id, name, stsd, edits, scale, zero, units } = track;
  const isSound = name === "sound";
  // in a fragmented file the index does not state the length
  const shown = tables.some((table) => table.readUInt32BE(12) > 0) ? lengthOf(track) : 0;
  // width and height from the sample description
  const size = isSound ? [0, 0] : [stsd.readUInt16BE(16 + 32) << 16, stsd.readUInt16BE(16 + 34) << 16];
  const head = [0x01000007, ...long(0), ...long(0), id, 0, ...long(Math.round(shown * movieScale))];
  const tkhd = box("tkhd", [...head, 0, 0, 0, isSound ? 0x01000000 : 0, ...matrix, ...size]);
  const last = units.at(-1);
  const length = last && shown > 0 ? Math.round((last.decodeAt + last.seconds - zero) * scale) : 0;
  const mdhd = box("mdhd", [0x01000000, ...long(0), ...long(0), scale, ...long(length), 0x55c40000]);
  const handler = Buffer.from(isSound ? "soun" : "vide", "latin1");
  const hdlr = box("hdlr", [0, 0], handler, [0, 0, 0], Buffer.from([0]));
  const kind = isSound ? box("smhd", [0, 0]) : box("vmhd", [1, 0, 0]);
  const dinf = box("dinf", box("dref", [0, 1], box("url ", [1])));
  const edts = edits ? [box("edts", writeEdits(edits, scale, zero))] : [];
  return box("trak", tkhd, ...edts, box("mdia", mdhd, hdlr, box("minf", kind, dinf, box("stbl", stsd, ...tables))));
}

function writeEdits(edits: readonly Edit[], scale: number, zero: number): Buffer {
  const entries = edits.flatMap(({ from, seconds }) => {
    const media = from === null ? [0xffffffff, 0xffffffff] : long(Math.max(0, Math.round((from - zero) * scale)));
    return [...long(Math.round(seconds * movieScale)), ...media, 0x10000];
  });
  return box("elst", [0x01000000, edits.length, ...entries]);
}

const ticksOf = (seconds: number, { scale, zero }: Track) => Math.round((seconds - zero) * scale);

function sampleTables(track: Track, offsets: number[]): Buffer[] {
  const { units, sampleBytes } = track;
  const ticks = units.map(({ decodeAt }) => ticksOf(decodeAt, track));
  const delta = (index: number) =>
    index + 1 < units.length
      ? (ticks[index + 1] ?? 0) - (ticks[index] ?? 0)
      : Math.round((units[index]?.seconds ?? 0) * track.scale);
  const stco = box("stco", [0, offsets.length, ...offsets]);
  if (sampleBytes !== null) {
    const counts = units.map(({ data }) => data.length / sampleBytes);
    // every sample is one tick long, except the last before a gap
    const stts = counts.flatMap((count, index) => [count - 1, 1, 1, delta(index) - count + 1]);
    const stsc = counts.flatMap((count, index) => [index + 1, count, 1]);
    const all = counts.reduce((sum, count) => sum + count, 0);
    return [
      box("stts", [0, stts.length / 2, ...stts]),
      box("stsc", [0, counts.length, ...stsc]),
      box("stsz", [0, sampleBytes, all]),
      stco,
    ];
  }
  const keys = units.flatMap(({ isKey }, index) => (isKey ? [index + 1] : []));
  const later = units.map(({ at }, index) => ticksOf(at, track) - (ticks[index] ?? 0));
  return [
    box("stts", [0, units.length, ...units.flatMap((_, index) => [1, delta(index)])]),
    ...(track.name === "pictures" ? [box("stss", [0, keys.length, ...keys])] : []),
    ...(later.some((ticks) => ticks !== 0)
      ? [box("ctts", [0, units.length, ...later.flatMap((one) => [1, one])])]
      : []),
    box("stsc", [0, 1, 1, 1, 1]),
    box("stsz", [0, 0, units.length, ...units.map(({ data }) => data.length)]),
    stco,
  ];
}

const leastFragmentSeconds = 1;

function writeFragments(ftyp: Buffer, tracks: Track[]): Buffer {
  const none = [box("stts", [0, 0]), box("stsc", [0, 0]), box("stsz", [0, 0, 0]), box("stco", [0, 0])];
  const trex = tracks.map(({ id }) => box("trex", [0, id, 1, 0, 0, 0]));
  const moov = box("moov", movieHead(0), ...tracks.map((track) => writeTrack(track, none)), box("mvex", ...trex));
  const starts = [-Infinity];
  for (const { decodeAt, isKey } of tracks[0]?.units.slice(1) ?? [])
    if (isKey && decodeAt - Math.max(starts.at(-1) ?? 0, tracks[0]?.units[0]?.decodeAt ?? 0) >= leastFragmentSeconds)
      starts.push(decodeAt);
  const fragments = starts.map((from, index) => {
    const isInside = ({ decodeAt }: Unit) => decodeAt >= from && decodeAt < (starts[index + 1] ?? Infinity);
    return writeFragment(
      index + 1,
      tracks.map((track) => ({ ...track, units: track.units.filter(isInside) })),
    );
  });
  return Buffer.concat([ftyp, moov, ...fragments]);
}

function writeFragment(sequence: number, tracks: Track[]): Buffer {
  const filled = tracks.filter(({ units }) => units.length > 0);
  const data = filled.flatMap(({ units }) => units.map(({ data }) => data));
  const write = (offset: number) => {
    let at = offset + 8;
    const trafs = filled.map((track) => {
      const from = at;
      at += track.units.reduce((sum, { data }) => sum + data.length, 0);
      return writeRun(track, from);
    });
    return box("moof", box("mfhd", [0, sequence]), ...trafs);
  };
  return Buffer.concat([write(write(0).length), box("mdat", ...data)]);
}

function writeRun(track: Track, offset: number): Buffer {
  const { id, units } = track;
  const ticks = units.map(({ decodeAt }) => ticksOf(decodeAt, track));
  const samples = units.flatMap(({ at, seconds, data, isKey }, index) => {
    const next = ticks[index + 1];
    const length = next === undefined ? Math.round(seconds * track.scale) : next - (ticks[index] ?? 0);
    return [length, data.length, isKey ? 0x2000000 : 0x1010000, ticksOf(at, track) - (ticks[index] ?? 0)];
  });
  return box(
    "traf",
    box("tfhd", [0x020000, id]),
    box("tfdt", [0x01000000, ...long(ticks[0] ?? 0)]),
    box("trun", [0x01000f01, units.length, offset, ...samples]),
  );
}
