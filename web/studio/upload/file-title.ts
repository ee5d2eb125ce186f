// The title that a recording carries in its file, read before it is sent: MP4, Matroska and MP3, and their relatives.
import { tidyName } from "#contract/text/plain-text.ts";

const headBytes = 256 * 1024;
const mostBoxes = 500;
const mostLetters = 200;

/** Null when it carries none, or in a format that is not read here. Never throws: a title is only a suggestion. */
export async function readFileTitle(file: Blob | null): Promise<string | null> {
  try {
    if (!file) return null;
    const head = await readBytes(file, 0, headBytes);
    const title = readMatroska(head) ?? readId3(head) ?? (await readMp4(file));
    return title ? tidy(title) || null : null;
  } catch {
    return null;
  }
}

function tidy(title: string): string {
  return Array.from(tidyName(title).replaceAll(/\s+/gu, " ")).slice(0, mostLetters).join("");
}

async function readBytes(file: Blob, from: number, to: number): Promise<DataView> {
  return new DataView(await file.slice(from, to).arrayBuffer());
}

function readText(view: DataView, from: number, to: number, encoding = "utf-8"): string {
  return new TextDecoder(encoding).decode(new Uint8Array(view.buffer, from, to - from));
}

/** The boxes lie inside each other; only their headers are read on the way. */
async function readMp4(file: Blob): Promise<string | null> {
  let place = { from: 0, to: file.size };
  // "meta" begins with four bytes of its own, "data" with eight
  for (const [type, skipped] of [
    ["moov", 0],
    ["udta", 0],
    ["meta", 4],
    ["ilst", 0],
    ["\u00a9nam", 0],
    ["data", 8],
  ] as const) {
    const box = await findBox(file, place, type);
    if (!box) return null;
    place = { from: box.from + skipped, to: box.to };
  }
  return readText(await readBytes(file, place.from, place.to), 0, place.to - place.from);
}

async function findBox(file: Blob, { from, to }: { from: number; to: number }, type: string) {
  let at = from;
  for (let count = 0; count < mostBoxes && at + 8 <= to; count += 1) {
    const header = await readBytes(file, at, at + 16);
    const short = header.getUint32(0);
    const [size, start] = short === 1 ? [Number(header.getBigUint64(8)), 16] : [short || to - at, 8];
    if (size < start) return null;
    if (readText(header, 4, 8, "latin1") === type) return { from: at + start, to: Math.min(to, at + size) };
    at += size;
  }
  return null;
}

const matroska = { header: 0x1a45dfa3, segment: 0x18538067, info: 0x1549a966, title: 0x7ba9 };

function readMatroska(view: DataView): string | null {
  if (view.byteLength < 4 || view.getUint32(0) !== matroska.header) return null;
  const segment = findElement(view, { from: 0, to: view.byteLength }, matroska.segment);
  const info = segment && findElement(view, segment, matroska.info);
  const title = info && findElement(view, info, matroska.title);
  return title ? readText(view, title.from, title.to) : null;
}

function findElement(view: DataView, { from, to }: { from: number; to: number }, id: number) {
  let at = from;
  while (at + 2 <= to) {
    const idLength = Math.clz32(view.getUint8(at)) - 23;
    const sizeLength = Math.clz32(view.getUint8(at + idLength)) - 23;
    const start = at + idLength + sizeLength;
    // the first bit that is set says how long the number is
    const size = readNumber(view, at + idLength, { length: sizeLength, mask: 255 >> sizeLength });
    // all ones: as long as the file
    const end = size === 2 ** (7 * sizeLength) - 1 ? to : Math.min(to, start + size);
    if (readNumber(view, at, { length: idLength, mask: 255 }) === id) return { from: start, to: end };
    at = end;
  }
  return null;
}

function readNumber(view: DataView, at: number, { length, mask }: { length: number; mask: number }): number {
  let number = view.getUint8(at) & mask;
  for (let index = 1; index < length; index += 1) number = number * 256 + view.getUint8(at + index);
  return number;
}

const id3Encodings = ["latin1", "utf-16", "utf-16be", "utf-8"];

function readId3(view: DataView): string | null {
  if (view.byteLength < 20 || readText(view, 0, 3, "latin1") !== "ID3") return null;
  const isFour = view.getUint8(3) === 4;
  const end = Math.min(view.byteLength, 10 + readSevens(view, 6));
  for (let at = 10; at + 11 <= end;) {
    const size = isFour ? readSevens(view, at + 4) : view.getUint32(at + 4);
    if (size === 0) return null;
    if (readText(view, at, at + 4, "latin1") === "TIT2")
      return readText(view, at + 11, at + 10 + size, id3Encodings[view.getUint8(at + 10)]).replace(/\0.*$/s, "");
    at += 10 + size;
  }
  return null;
}

/** Four bytes of which only the lower seven bits count. */
function readSevens(view: DataView, at: number): number {
  return [0, 1, 2, 3].reduce((number, index) => number * 128 + (view.getUint8(at + index) & 127), 0);
}
