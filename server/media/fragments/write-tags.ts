// Tags, cover and chapters of an m4a file, as a part of its index. Pure.
import { box } from "./write-boxes.ts";

interface Tags {
  title: string;
  artist: string;
  album: string;
  /** A day such as 2026-01-31. */
  day: string;
  description: string;
  /** JPEG. */
  cover: Buffer | null;
  chapters: readonly { start: number; title: string }[];
}

/** Of the format of the chapters. */
const mostChapters = 255;
const ofText = 1;
const ofJpeg = 13;

export function writeTags({ title, artist, album, day, description, cover, chapters }: Tags): Buffer {
  const texts = { "\u00a9nam": title, "\u00a9ART": artist, "\u00a9alb": album, "\u00a9day": day, desc: description };
  const items = [
    ...Object.entries(texts).flatMap(([type, text]) => (text === "" ? [] : [item(type, ofText, Buffer.from(text))])),
    ...(cover === null ? [] : [item("covr", ofJpeg, cover)]),
  ];
  // the kind of handler that players look for
  const handler = box("hdlr", Buffer.from("\0\0\0\0\0\0\0\0mdirappl\0\0\0\0\0\0\0\0\0", "latin1"));
  const meta = box("meta", Buffer.alloc(4), handler, box("ilst", ...items));
  return box("udta", meta, ...(chapters.length === 0 ? [] : [writeChapterList(chapters.slice(0, mostChapters))]));
}

function item(type: string, kind: number, value: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(kind, 0);
  return box(type, box("data", head, value));
}

/** The form that Nero writes, which most players read. */
function writeChapterList(chapters: Tags["chapters"]): Buffer {
  const entries = chapters.map(({ start, title }) => {
    const text = cutText(title, 255);
    const head = Buffer.alloc(9);
    // in units of 100 ns
    head.writeBigUInt64BE(BigInt(Math.round(start * 1e7)), 0);
    head.writeUInt8(text.length, 8);
    return Buffer.concat([head, text]);
  });
  const head = Buffer.alloc(9);
  head.writeUInt8(1, 0);
  head.writeUInt8(entries.length, 8);
  return box("chpl", head, ...entries);
}

/** Cuts to a number of bytes, never in the middle of a letter. */
function cutText(text: string, most: number): Buffer {
  const bytes = Buffer.from(text);
  if (bytes.length <= most) return bytes;
  let end = most;
  // the bytes of a letter after its first
  while (((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return bytes.subarray(0, end);
}
