// Writes Matroska and WebM files: clusters with any times, and no index.
import type { Arranged, Coded, Recipe } from "./model.ts";

const names = {
  pictures: { h264: "V_MPEG4/ISO/AVC", hevc: "V_MPEGH/ISO/HEVC", vp9: "V_VP9", mpeg4: "V_MPEG4/ISO/ASP" },
  sound: { aac: "A_AAC", opus: "A_OPUS", mp3: "A_MPEG/L3", pcm: "A_PCM/INT/LIT", vorbis: "A_VORBIS" },
} as const;
/** Opus begins with a lead-in that players skip: 312 of 48,000 samples a second. */
const opusLead = 312 / 48_000;
const clusterSeconds = 2;

export function writeMkv(recipe: Recipe, { parts }: Arranged, coded: { pictures: Coded; sound: Coded | null }): Buffer {
  const kind = recipe.container === "webm" ? "webm" : "matroska";
  const head = element(
    0x1a45dfa3,
    ...[number(0x4286, 1), number(0x42f7, 1), number(0x42f2, 4), number(0x42f3, 8)],
    ...[text(0x4282, kind), number(0x4287, 4), number(0x4285, 2)],
  );
  const ends = parts.flatMap(({ pictures, sound }) => [...pictures, ...sound]).map(({ at, seconds }) => at + seconds);
  const info = element(
    0x1549a966,
    ...[
      number(0x2ad7b1, 1_000_000),
      decimal(0x4489, Math.max(...ends) * 1000),
      text(0x4d80, "odd"),
      text(0x5741, "odd"),
    ],
  );
  const clusters = parts.flatMap((part) => writeClusters(recipe, part));
  return Buffer.concat([head, element(0x18538067, info, describeTracks(recipe, coded), ...clusters)]);
}

function describeTracks(
  { video, audio }: Recipe,
  { pictures, sound }: { pictures: Coded; sound: Coded | null },
): Buffer {
  const setup = (coded: Coded, isNeeded: boolean) => (isNeeded ? [element(0x63a2, coded.setup)] : []);
  const shape = element(0xe0, number(0xb0, video.width), number(0xba, video.height));
  const common = (id: number, type: number) => [
    number(0xd7, id),
    number(0x73c5, id),
    number(0x83, type),
    number(0x9c, 0),
  ];
  const first = element(
    0xae,
    ...[...common(1, 1), text(0x86, names.pictures[video.codec]), ...setup(pictures, video.codec !== "vp9"), shape],
  );
  if (!audio || !sound) return element(0x1654ae6b, first);
  const depth = audio.codec === "pcm" ? [number(0x6264, 16)] : [];
  const isOpus = audio.codec === "opus";
  const sounding = element(
    0xe1,
    decimal(0xb5, isOpus ? 48_000 : audio.sampleRate),
    number(0x9f, audio.channels),
    ...depth,
  );
  const lead = isOpus ? [number(0x56aa, Math.round(opusLead * 1e9)), number(0x56bb, 80_000_000)] : [];
  const needsSetup = !["mp3", "pcm"].includes(audio.codec);
  const second = element(
    0xae,
    ...[...common(2, 2), text(0x86, names.sound[audio.codec]), ...setup(sound, needsSetup), ...lead, sounding],
  );
  return element(0x1654ae6b, first, second);
}

function writeClusters({ audio }: Recipe, part: Arranged["parts"][number]): Buffer[] {
  const lead = audio?.codec === "opus" ? opusLead : 0;
  const all = [
    ...part.pictures.map((unit) => ({ unit, track: 1, at: unit.at })),
    ...part.sound.map((unit) => ({ unit, track: 2, at: unit.at + lead })),
  ].toSorted((a, b) => a.unit.decodeAt - b.unit.decodeAt);
  const clusters: (typeof all)[] = [];
  for (const one of all) {
    const first = clusters.at(-1)?.[0];
    // with B-frames a picture after a long hole is shown much later than it is decoded
    const isFar =
      first && (one.unit.decodeAt - first.unit.decodeAt >= clusterSeconds || Math.abs(one.at - first.at) > 30);
    if (!first || isFar) clusters.push([one]);
    else clusters.at(-1)?.push(one);
  }
  return clusters.map((blocks) => {
    const base = Math.max(0, Math.min(...blocks.map(({ at }) => Math.round(at * 1000))));
    const written = blocks.map(({ unit, track, at }) => {
      const head = Buffer.alloc(4);
      head.writeUInt8(0x80 | track, 0);
      head.writeInt16BE(Math.round(at * 1000) - base, 1);
      head.writeUInt8(unit.isKey ? 0x80 : 0, 3);
      return element(0xa3, head, unit.data);
    });
    return element(0x1f43b675, number(0xe7, base), ...written);
  });
}

function element(id: number, ...contents: Buffer[]): Buffer {
  const body = Buffer.concat(contents);
  const size = Buffer.alloc(8);
  size.writeUInt8(1, 0);
  size.writeUIntBE(body.length, 2, 6);
  return Buffer.concat([bytesOf(id), size, body]);
}

function bytesOf(value: number): Buffer {
  const digits = value.toString(16);
  return Buffer.from(digits.length % 2 === 0 ? digits : `0${digits}`, "hex");
}

const number = (id: number, value: number) => element(id, bytesOf(value));
const text = (id: number, value: string) => element(id, Buffer.from(value, "latin1"));
function decimal(id: number, value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleBE(value, 0);
  return element(id, bytes);
}
