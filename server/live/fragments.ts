// The file that a stream is kept in while it arrives: fragmented MP4, each fragment with samples of one track, so that a player
// can read one track alone and everything up to the last whole fragment is a recording at any moment.
import type { FileHandle } from "node:fs/promises";
import { box, full, words } from "#server/media/fragments/write-boxes.ts";
import type { Codec } from "./rtmp/packets.ts";

export const videoTrack = 1;
export const audioTrack = 2;
/** RTMP counts in milliseconds. */
export const videoUnits = 1000;

export interface VideoFormat {
  codec: Codec;
  config: Buffer;
  width: number;
  height: number;
}

export interface AudioFormat {
  codec: Codec;
  config: Buffer;
  rate: number;
  channels: number;
}

export interface Sample {
  data: Buffer;
  duration: number;
  /** How much later than decoded it is shown. */
  delay: number;
  isKey: boolean;
}

const matrix = [0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000];

export function writeHead({ video, audio }: { video: VideoFormat | null; audio: AudioFormat | null }): Buffer {
  const tracks = [
    ...(video
      ? [writeTrack(videoTrack, { handler: "vide", units: videoUnits, entry: writeVideoEntry(video), video })]
      : []),
    ...(audio ? [writeTrack(audioTrack, { handler: "soun", units: audio.rate, entry: writeAudioEntry(audio) })] : []),
  ];
  const extended = [...(video ? [videoTrack] : []), ...(audio ? [audioTrack] : [])];
  const defaults = extended.map((id) => full("trex", 0, [id, 1, 0, 0, 0]));
  const movie = full("mvhd", 0, [0, 0, 1000, 0, 0x10000, 0x1000000, 0, 0, ...matrix, 0, 0, 0, 0, 0, 0, audioTrack + 1]);
  return Buffer.concat([
    box("ftyp", Buffer.from("iso6\0\0\0\0iso6mp41", "latin1")),
    box("moov", movie, ...tracks, box("mvex", ...defaults)),
  ]);
}

function writeTrack(
  id: number,
  { handler, units, entry, video }: { handler: "vide" | "soun"; units: number; entry: Buffer; video?: VideoFormat },
): Buffer {
  const volume = video ? 0 : 0x1000000;
  const size = [(video?.width ?? 0) * 0x10000, (video?.height ?? 0) * 0x10000];
  const tkhd = full("tkhd", 3, [0, 0, id, 0, 0, 0, 0, 0, volume, ...matrix, ...size]);
  // 0x55c4: no language
  const mdhd = full("mdhd", 0, [0, 0, units, 0, 0x55c40000]);
  const hdlr = full("hdlr", 0, [0, Buffer.from(handler).readUInt32BE(), 0, 0, 0], Buffer.from(`${handler}\0`));
  const header = video ? full("vmhd", 1, [0, 0]) : full("smhd", 0, [0]);
  const dinf = box("dinf", full("dref", 0, [1], full("url ", 1, [])));
  const empty = [full("stts", 0, [0]), full("stsc", 0, [0]), full("stsz", 0, [0, 0]), full("stco", 0, [0])];
  const stbl = box("stbl", full("stsd", 0, [1], entry), ...empty);
  return box("trak", tkhd, box("mdia", mdhd, hdlr, box("minf", header, dinf, stbl)));
}

function writeVideoEntry({ codec, config, width, height }: VideoFormat): Buffer {
  const fields = Buffer.alloc(78);
  fields.writeUInt16BE(1, 6);
  fields.writeUInt16BE(width, 24);
  fields.writeUInt16BE(height, 26);
  fields.writeUInt32BE(0x480000, 28);
  fields.writeUInt32BE(0x480000, 32);
  fields.writeUInt16BE(1, 40);
  fields.writeUInt16BE(0x18, 74);
  fields.writeInt16BE(-1, 76);
  return box(codec, fields, box({ avc1: "avcC", hvc1: "hvcC" }[codec as "avc1"] ?? "av1C", config));
}

export function writeAudioEntry({ codec, config, rate, channels }: AudioFormat): Buffer {
  const fields = Buffer.alloc(28);
  fields.writeUInt16BE(1, 6);
  fields.writeUInt16BE(channels || 2, 16);
  fields.writeUInt16BE(16, 18);
  fields.writeUInt32BE((rate & 0xffff) * 0x10000, 24);
  if (codec === "mp4a") return box("mp4a", fields, writeEsds(config));
  // OpusHead without its name, and in the other byte order
  const opus = Buffer.from(config.subarray(8));
  opus[0] = 0;
  opus.subarray(2, 4).swap16();
  opus.subarray(4, 8).swap32();
  opus.subarray(8, 10).swap16();
  return box("Opus", fields, box("dOps", opus));
}

function writeEsds(config: Buffer): Buffer {
  const part = (tag: number, ...content: Buffer[]) => {
    const bytes = Buffer.concat(content);
    return Buffer.concat([Buffer.from([tag, 0x80, 0x80, 0x80, bytes.length]), bytes]);
  };
  // AAC, a stream of sound; sizes and rates of the buffer are not known
  const decoder = Buffer.from([0x40, 0x15, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
  const layer = part(6, Buffer.from([2]));
  return full("esds", 0, [], part(3, Buffer.from([0, 0, 0]), part(4, decoder, part(5, config)), layer));
}

const keyFlags = 0x2000000;
const otherFlags = 0x1010000;

export function writeFragment(
  { sequence, track, start }: { sequence: number; track: number; start: number },
  samples: readonly Sample[],
): Buffer {
  const each = samples.flatMap(({ data, duration, delay, isKey }) => [
    ...[duration, data.length, isKey ? keyFlags : otherFlags, delay],
  ]);
  const time = Buffer.alloc(8);
  time.writeBigUInt64BE(BigInt(start));
  const write = (dataAt: number) =>
    box(
      "moof",
      full("mfhd", 0, [sequence]),
      box(
        "traf",
        full("tfhd", 0x20000, [track]),
        full("tfdt", 0x1000000, [], time),
        // each with its duration, size, flags and delay
        full("trun", 0x1000f01, [samples.length, dataAt], words(each)),
      ),
    );
  const moof = write(write(0).length + 8);
  return Buffer.concat([moof, box("mdat", ...samples.map(({ data }) => data))]);
}

export interface Kept {
  /** Empty, if not even the head is whole. */
  head: Buffer;
  /** Where the last whole fragment ends. */
  bytes: number;
  fragments: number;
  /** When each track ends, in its own units: what is decoded, and what is shown, which is later. */
  ends: { [track: number]: { decoded: number; shown: number } };
}

/** Reads what `writeHead` and `writeFragment` wrote, up to the last whole fragment. */
export async function readKept(file: FileHandle): Promise<Kept> {
  const { size } = await file.stat();
  const read = async (at: number, bytes: number): Promise<Buffer> => {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, at);
    return buffer.subarray(0, bytesRead);
  };
  const sizeAt = async (at: number, name: string): Promise<number> => {
    const head = await read(at, 8);
    const isOurs = head.length === 8 && head.toString("latin1", 4, 8) === name;
    const bytes = isOurs ? head.readUInt32BE() : 0;
    return bytes >= 8 && at + bytes <= size ? bytes : 0;
  };
  const kept: Kept = { head: Buffer.alloc(0), bytes: 0, fragments: 0, ends: {} };
  const type = await sizeAt(0, "ftyp");
  const index = type && (await sizeAt(type, "moov"));
  if (!index) return kept;
  kept.bytes = type + index;
  kept.head = await read(0, kept.bytes);
  const last: Record<number, number[]> = {};
  for (;;) {
    const moof = await sizeAt(kept.bytes, "moof");
    const data = moof && (await sizeAt(kept.bytes + moof, "mdat"));
    if (!data) break;
    const track = (await read(kept.bytes + trackAt, 4)).readUInt32BE();
    last[track] = [...(last[track] ?? []).slice(-1), kept.bytes];
    kept.bytes += moof + data;
    kept.fragments += 1;
  }
  for (const [track, places] of Object.entries(last)) {
    const ends = { decoded: 0, shown: 0 };
    // the last picture to be shown may be in the fragment before the last
    for (const at of places) addEnds(ends, await read(at, await sizeAt(at, "moof")));
    kept.ends[Number(track)] = ends;
  }
  return kept;
}

/** In a moof of ours everything before the samples has a fixed size. */
const trackAt = 8 + 16 + 8 + 12;
const timeAt = trackAt + 4 + 12;
const countAt = timeAt + 8 + 12;

function addEnds(ends: Kept["ends"][number], moof: Buffer): void {
  let end = Number(moof.readBigUInt64BE(timeAt));
  const samples = moof.readUInt32BE(countAt);
  for (let n = 0; n < samples; n += 1) {
    const at = countAt + 8 + n * 16;
    end += moof.readUInt32BE(at);
    ends.shown = Math.max(ends.shown, end + moof.readInt32BE(at + 12));
  }
  ends.decoded = end;
}

/** The parameter sets of a configuration as they stand in front of a key frame. Empty for AV1, whose key frames have them. */
export function listParameterSets({ codec, config }: Pick<VideoFormat, "codec" | "config">): Buffer {
  const sets: Buffer[] = [];
  let at = codec === "avc1" ? 5 : 23;
  const take = (bytes: number) => {
    if (at + bytes > config.length) throw new Error("The video's description is cut off.");
    at += bytes;
    return config.subarray(at - bytes, at);
  };
  const takeSets = (count: number) => {
    for (let n = 0; n < count; n += 1) {
      const bytes = take(take(2).readUInt16BE());
      sets.push(words([bytes.length]), bytes);
    }
  };
  if (codec === "avc1") {
    takeSets(take(1)[0]! & 0x1f);
    takeSets(take(1)[0]!);
  } else if (codec === "hvc1") {
    for (let arrays = config[22] ?? 0; arrays > 0; arrays -= 1) {
      take(1);
      takeSets(take(2).readUInt16BE());
    }
  }
  return Buffer.concat(sets);
}

/** How many bytes tell the length of a part of a picture. */
export function lengthBytes({ codec, config }: Pick<VideoFormat, "codec" | "config">): number {
  return codec === "av01" ? 0 : ((config[codec === "avc1" ? 4 : 21] ?? 0) & 3) + 1;
}
