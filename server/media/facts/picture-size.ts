// Recognises a picture by its first bytes and reads its size from there, before any program decodes it: a small file can
// claim to be a picture of gigabytes. Pure.

export interface PictureSize {
  format: "jpeg" | "png" | "webp";
  width: number;
  height: number;
}

/** How much of the file is read. */
export const pictureHeadBytes = 2 ** 18;
const mostPixels = 40_000_000;

/** Undefined when it is none of the three kinds, or its size is not to be found. */
export function readPictureSize(head: Buffer): PictureSize | undefined {
  if (head.length < 30) return undefined;
  if (head.readUInt32BE(0) === 0x89504e47 && head.toString("latin1", 12, 16) === "IHDR")
    return { format: "png", width: head.readUInt32BE(16), height: head.readUInt32BE(20) };
  if (head.toString("latin1", 0, 4) === "RIFF" && head.toString("latin1", 8, 12) === "WEBP") return readWebp(head);
  return head[0] === 0xff && head[1] === 0xd8 ? readJpeg(head) : undefined;
}

export function isUnusableSize({ width, height }: PictureSize): boolean {
  return width * height > mostPixels || width < 16 || height < 16;
}

function readJpeg(head: Buffer): PictureSize | undefined {
  let at = 2;
  while (at + 9 < head.length) {
    if (head[at] !== 0xff) return undefined;
    const marker = head[at + 1] ?? 0;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { format: "jpeg", height: head.readUInt16BE(at + 5), width: head.readUInt16BE(at + 7) };
    at += marker === 0xff ? 1 : 2 + head.readUInt16BE(at + 2);
  }
  return undefined;
}

function readWebp(head: Buffer): PictureSize | undefined {
  const kind = head.toString("latin1", 12, 16);
  if (kind === "VP8X") return { format: "webp", width: head.readUIntLE(24, 3) + 1, height: head.readUIntLE(27, 3) + 1 };
  if (kind === "VP8 ")
    return { format: "webp", width: head.readUInt16LE(26) & 0x3fff, height: head.readUInt16LE(28) & 0x3fff };
  if (kind !== "VP8L") return undefined;
  const bits = head.readUInt32LE(21);
  return { format: "webp", width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
}
