// The file "harmony" of a recording: 7 bytes for each frame and 2 for each tempo, deflated. About 60 kB an hour.
import { promisify } from "node:util";
import { deflateRaw, inflateRaw } from "node:zlib";
import { classes, type Harmony } from "./harmony.ts";

const version = 1;
const headBytes = 9;
const frameBytes = 7;
const lowestBpm = 30;
/** Of a recording of two days. */
const maxOutputLength = 8_000_000;

export async function writeHarmony({ chroma, loudness, tonality, tempos }: Harmony): Promise<Buffer> {
  const frames = loudness.length;
  const bytes = Buffer.alloc(headBytes + frames * frameBytes + tempos.length * 2);
  bytes.writeUInt8(version, 0);
  bytes.writeUInt32LE(frames, 1);
  bytes.writeUInt32LE(tempos.length, 5);
  // one pitch class after the other: what is alike stands together, and deflates better
  for (let at = 0; at < frames; at += 1) {
    for (let pair = 0; pair < classes / 2; pair += 1) {
      const [low, high] = [chroma[at * classes + pair * 2] as number, chroma[at * classes + pair * 2 + 1] as number];
      bytes[headBytes + pair * frames + at] = low | (high << 4);
    }
    bytes[headBytes + 6 * frames + at] = (loudness[at] as number) | ((tonality[at] as number) << 4);
  }
  for (const [at, { bpm, sure }] of tempos.entries()) {
    const place = headBytes + frames * frameBytes + at * 2;
    bytes[place] = Math.max(0, Math.min(255, Math.round(bpm - lowestBpm)));
    bytes[place + 1] = Math.round(sure * 255);
  }
  return promisify(deflateRaw)(bytes);
}

/** Null for a file of another version. */
export async function readHarmony(file: Uint8Array): Promise<Harmony | null> {
  const bytes = await promisify(inflateRaw)(file, { maxOutputLength });
  if (bytes.length < headBytes || bytes.readUInt8(0) !== version) return null;
  const [frames, count] = [bytes.readUInt32LE(1), bytes.readUInt32LE(5)];
  if (bytes.length !== headBytes + frames * frameBytes + count * 2) return null;
  const chroma = new Uint8Array(frames * classes);
  const of = (part: number, at: number) => bytes[headBytes + part * frames + at] as number;
  for (let at = 0; at < frames; at += 1)
    for (let pair = 0; pair < classes / 2; pair += 1) {
      chroma[at * classes + pair * 2] = of(pair, at) & 15;
      chroma[at * classes + pair * 2 + 1] = of(pair, at) >> 4;
    }
  const tempoAt = (at: number, n: number) => bytes[headBytes + frames * frameBytes + at * 2 + n] as number;
  return {
    chroma,
    loudness: Uint8Array.from({ length: frames }, (_, at) => of(6, at) & 15),
    tonality: Uint8Array.from({ length: frames }, (_, at) => of(6, at) >> 4),
    tempos: Array.from({ length: count }, (_, at) => ({
      bpm: tempoAt(at, 0) + lowestBpm,
      sure: tempoAt(at, 1) / 255,
    })),
  };
}
