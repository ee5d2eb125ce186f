// A chained Ogg is several whole files one after the other: radio recorders and `cat` make them. ffmpeg takes the heads of all
// but the first for packets, so it is written anew as one file, each track going on where its first part ended.
import { createReadStream, createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { Refusal } from "#server/refusal.ts";
import { words } from "#server/media/words.ts";

/** How long all of it is; undefined where there is only one file. */
export async function findChainSeconds(file: string): Promise<number | undefined> {
  const links = await readLinks(file);
  return links.length < 2 ? undefined : links.reduce((sum, link) => sum + lengthOf(link), 0);
}

export async function writeUnchained(from: string, to: string): Promise<void> {
  const links = await readLinks(from);
  await pipeline(rewrite(from, links), createWriteStream(to));
}

interface Page {
  flags: number;
  /** When its last packet ends, as its codec counts; -1: none ends in it. */
  granule: bigint;
  serial: number;
  bytes: Buffer;
  headBytes: number;
  /** How many packets end in it. */
  packets: number;
}

const [beginFlag, endFlag] = [2, 4];
const headBytes = 27;

async function* readPages(file: string): AsyncGenerator<Page> {
  let rest = Buffer.alloc(0);
  for await (const chunk of createReadStream(file, { highWaterMark: 2 ** 20 }) as AsyncIterable<Buffer>) {
    const bytes = Buffer.concat([rest, chunk]);
    let at = 0;
    for (;;) {
      // between pages there may be what is left of a damaged one
      const found = bytes.indexOf("OggS", at, "latin1");
      at = found < 0 ? Math.max(at, bytes.length - 3) : found;
      const dataFrom = at + headBytes + (bytes[at + headBytes - 1] ?? 256);
      if (found < 0 || dataFrom > bytes.length) break;
      const sizes = bytes.subarray(at + headBytes, dataFrom);
      const to = dataFrom + sizes.reduce((sum, size) => sum + size, 0);
      if (to > bytes.length) break;
      yield {
        flags: bytes[at + 5] ?? 0,
        granule: bytes.readBigInt64LE(at + 6),
        serial: bytes.readUInt32LE(at + 14),
        bytes: bytes.subarray(at, to),
        headBytes: dataFrom - at,
        packets: sizes.filter((size) => size < 255).length,
      };
      at = to;
    }
    rest = bytes.subarray(at);
  }
}

interface Codec {
  name: string;
  /** How many packets its head has. */
  heads: number;
  /** How many of what it counts are a second. */
  perSecond: number;
  /** Of pictures, how many bits of a time count from the last key frame. */
  shift?: bigint;
  /** Before the first sample that is heard. */
  leadIn: number;
  /** What parts must have in common. */
  settings: string;
}

function readCodec(head: Buffer): Codec {
  const is = (word: string, at = 0) => head.toString("latin1", at, at + word.length) === word;
  const hex = (from: number, to: number) => head.toString("hex", from, to);
  if (is("OpusHead") && head.length >= 19)
    return {
      name: "opus",
      heads: 2,
      perSecond: 48_000,
      leadIn: head.readUInt16LE(10),
      settings: hex(9, 10) + hex(18, 99),
    };
  if (is("\u0001vorbis") && head.length >= 30)
    return {
      name: "vorbis",
      heads: 3,
      perSecond: head.readUInt32LE(12),
      leadIn: 0,
      settings: hex(11, 16) + hex(28, 29),
    };
  if (is("\u0080theora") && head.length >= 42)
    return {
      ...{ name: "theora", heads: 3, leadIn: 0, settings: hex(7, 42) },
      perSecond: head.readUInt32BE(22) / head.readUInt32BE(26),
      shift: BigInt((head.readUInt16BE(40) >> 5) & 31),
    };
  if (is("\u007fFLAC") && head.length >= 31) {
    const heads = 1 + head.readUInt16BE(7);
    return {
      name: "flac",
      heads,
      perSecond: head.readUIntBE(27, 3) >> 4,
      leadIn: 0,
      settings: hex(17, 21) + hex(27, 30),
    };
  }
  if (is("Speex   ") && head.length >= 80)
    return {
      name: "speex",
      heads: 2 + head.readUInt32LE(68),
      perSecond: head.readUInt32LE(36),
      leadIn: 0,
      settings: hex(28, 68),
    };
  return { name: "other", heads: 1, perSecond: 0, leadIn: 0, settings: "" };
}

interface Track extends Codec {
  serial: number;
  headsLeft: number;
  last: bigint;
  /** Which one of the first link it goes on. */
  of: number;
}

type Link = Map<number, Track>;

/** Takes each page's track, and whether the page is a part of its head; undefined for a page of no track. */
function openLinks() {
  const links: Link[] = [];
  let hasData = true;
  return {
    links,
    take({ flags, serial, bytes, headBytes: from, packets }: Page): { track: Track; isHead: boolean } | undefined {
      if (flags & beginFlag) {
        if (hasData) links.push(new Map());
        hasData = false;
        const codec = readCodec(bytes.subarray(from));
        const track = { ...codec, serial, headsLeft: codec.heads, last: -1n, of: serial };
        links.at(-1)?.set(serial, track);
      } else hasData = true;
      const track = links.at(-1)?.get(serial);
      if (!track) return undefined;
      const isHead = track.headsLeft > 0;
      track.headsLeft -= packets;
      // its tables: those of Vorbis and Theora are needed to decode anything
      if (isHead && track.headsLeft <= 0 && ["vorbis", "theora"].includes(track.name))
        track.settings += readTables(bytes);
      return { track, isHead };
    },
  };
}

/** From where the last packet of a head begins on this page. */
function readTables(bytes: Buffer): string {
  const at = Math.max(bytes.indexOf("\u0005vorbis", 0, "latin1"), bytes.indexOf("\u0082theora", 0, "latin1"));
  return bytes.toString("base64", Math.max(at, headBytes + (bytes[headBytes - 1] ?? 0)));
}

async function readLinks(file: string): Promise<Link[]> {
  const { links, take } = openLinks();
  for await (const page of readPages(file)) {
    const taken = take(page);
    if (taken && !taken.isHead && page.granule >= 0n) taken.track.last = page.granule;
  }
  const [first, ...others] = links;
  for (const link of others) {
    const left = [...(first?.values() ?? [])];
    for (const track of link.values()) {
      const index = left.findIndex(({ name }) => name === track.name);
      const [same] = index < 0 ? [] : left.splice(index, 1);
      if (track.name !== "other" && same?.settings !== track.settings) throw new Refusal("bad-input", words.chained);
      track.of = same?.serial ?? -1;
    }
  }
  return links;
}

/** Up to a whole picture, so that sound and pictures go on together. */
function lengthOf(link: Link): number {
  const tracks = [...link.values()].filter(({ last, perSecond }) => last >= 0n && perSecond > 0);
  const ends = tracks.map(({ last, leadIn, perSecond, shift }) => (countOf(last, shift) - leadIn) / perSecond);
  const end = Math.max(0, ...ends);
  const pictures = tracks.find(({ shift }) => shift !== undefined);
  return pictures ? Math.ceil(end * pictures.perSecond - 0.01) / pictures.perSecond : end;
}

const countOf = (granule: bigint, shift = 0n) => Number((granule >> shift) + (granule & ((1n << shift) - 1n)));

async function* rewrite(file: string, links: readonly Link[]): AsyncGenerator<Buffer> {
  const { links: seen, take } = openLinks();
  const numbers = new Map<number, number>();
  let [link, begin] = [0, 0];
  for await (const page of readPages(file)) {
    const taken = take(page);
    for (; link < seen.length - 1; link += 1) begin += lengthOf(links[link] ?? new Map());
    const { of, leadIn, perSecond, shift = 0n } = links[link]?.get(page.serial) ?? { of: -1, leadIn: 0, perSecond: 0 };
    const first = links[0]?.get(of);
    if (!taken || !first || (link > 0 && taken.isHead)) continue;
    const bytes = Buffer.from(page.bytes);
    const more = BigInt(Math.round(begin * perSecond) - leadIn + first.leadIn);
    if (page.granule >= 0n && !taken.isHead) bytes.writeBigInt64LE(page.granule + (more << shift), 6);
    if (link < links.length - 1) bytes[5] = page.flags & ~endFlag;
    const number = numbers.get(of) ?? 0;
    numbers.set(of, number + 1);
    bytes.writeUInt32LE(of, 14);
    bytes.writeUInt32LE(number, 18);
    bytes.writeUInt32LE(0, 22);
    bytes.writeUInt32LE(sumUp(bytes), 22);
    yield bytes;
  }
}

/** Ogg's own check sum: that of zlib is another. */
const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte << 24;
  for (let bit = 0; bit < 8; bit += 1) value = (value << 1) ^ (value < 0 ? 0x04c11db7 : 0);
  return value;
});

function sumUp(bytes: Buffer): number {
  let sum = 0;
  for (const byte of bytes) sum = (sum << 8) ^ (table[(sum >>> 24) ^ byte] ?? 0);
  return sum >>> 0;
}
