// Recognises a file by its first bytes. Text is refused here, before any program reads it: a tiny playlist named .mp4
// would make ffmpeg open other files.
import { open } from "node:fs/promises";
import { Refusal } from "#server/refusal.ts";
import { words } from "#server/media/words.ts";

export type Container = "mp4" | "matroska" | "avi" | "mpegts" | "flac" | "wav" | "mp3" | "ogg" | "aac" | "flv";

export async function requireRecording(file: string | Buffer): Promise<Container> {
  await using handle = await open(file);
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(4096), 0, 4096, 0);
  return recognise(buffer.subarray(0, bytesRead));
}

export function recognise(head: Buffer): Container {
  if (head.length === 0) throw refuse(words.empty);
  const found = head.length < 12 ? undefined : signs.find(({ is }) => is(head));
  if (found) return found.container;
  const text = head.toString("latin1").trimStart().slice(0, 512);
  if (/^(\ufeff|ï»¿)?(#EXTM3U|ffconcat|<\?xml[^>]*>\s*<MPD|<MPD|\[playlist\])/i.test(text)) {
    throw refuse(words.playlist);
  }
  if (isPicture(head, text)) throw refuse(words.picture);
  if (isText(head)) throw refuse(words.text);
  throw refuse(words.unknownFormat);
}

const ascii = (head: Buffer, at: number, text: string) => head.toString("latin1", at, at + text.length) === text;
const isTs = (head: Buffer, packet: number, at: number) =>
  head.length > at + packet && [0, 1, 2].every((n) => at + n * packet >= head.length || head[at + n * packet] === 0x47);

const signs: { container: Container; is(head: Buffer): boolean }[] = [
  {
    container: "mp4",
    is: (head) => ["ftyp", "moov", "mdat", "wide", "free", "skip", "pnot"].some((box) => ascii(head, 4, box)),
  },
  { container: "matroska", is: (head) => head.readUInt32BE(0) === 0x1a45dfa3 },
  { container: "avi", is: (head) => ascii(head, 0, "RIFF") && ascii(head, 8, "AVI ") },
  { container: "wav", is: (head) => (ascii(head, 0, "RIFF") || ascii(head, 0, "RF64")) && ascii(head, 8, "WAVE") },
  { container: "flac", is: (head) => ascii(head, 0, "fLaC") },
  { container: "ogg", is: (head) => ascii(head, 0, "OggS") },
  { container: "flv", is: (head) => ascii(head, 0, "FLV\u0001") },
  { container: "mp3", is: (head) => ascii(head, 0, "ID3") },
  { container: "mpegts", is: (head) => isTs(head, 188, 0) || isTs(head, 192, 4) },
  { container: "aac", is: (head) => head[0] === 0xff && ((head[1] ?? 0) & 0xf6) === 0xf0 },
  {
    container: "mp3",
    is: (head) => head[0] === 0xff && ((head[1] ?? 0) & 0xe0) === 0xe0 && ((head[1] ?? 0) & 0x06) !== 0,
  },
];

function isPicture(head: Buffer, text: string): boolean {
  const isBitmap =
    ascii(head, 1, "PNG") || ascii(head, 0, "GIF8") || (head[0] === 0xff && head[1] === 0xd8) || ascii(head, 8, "WEBP");
  return isBitmap || /^(<\?xml[^>]*>\s*)?<svg/i.test(text);
}

function isText(head: Buffer): boolean {
  return head.every((byte) => byte >= 0x20 || byte === 9 || byte === 10 || byte === 13);
}

function refuse(sentence: string): Refusal {
  return new Refusal("bad-input", sentence);
}
