// Edit lists of MP4 and MOV (ISO 14496-12, 8.6.6). ffmpeg follows them, except for pauses after the beginning and other speeds:
// it would show something else in their place, so such a file is refused.
import { open } from "node:fs/promises";
import { listBoxes, readHead, type Box } from "./boxes.ts";

/** The index of a whole day has less. */
const mostIndexBytes = 256 * 2 ** 20;

export async function hasForeignEdits(file: string): Promise<boolean> {
  const moov = await readMoov(file);
  if (!moov) return false;
  const children = (box: Box, type: string) => listBoxes(moov, box.from, box.to).filter((one) => one.type === type);
  return listBoxes(moov)
    .flatMap((box) => children(box, "trak"))
    .flatMap((box) => children(box, "edts"))
    .flatMap((box) => children(box, "elst"))
    .some((box) => isForeign(readEdits(moov, box)));
}

async function readMoov(file: string): Promise<Buffer | undefined> {
  await using handle = await open(file);
  const { size } = await handle.stat();
  for (let at = 0; at + 8 <= size;) {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(16), 0, 16, at);
    const head = readHead(buffer.subarray(0, bytesRead));
    // a size of zero: to the end of the file
    const bytes = head?.size === 0 ? size - at : (head?.size ?? 0);
    if (!head || bytes < 8) return undefined;
    if (head.type === "moov") {
      const length = Math.min(bytes, size - at, mostIndexBytes);
      return (await handle.read(Buffer.alloc(length), 0, length, at)).buffer;
    }
    at += bytes;
  }
  return undefined;
}

interface Edit {
  isPause: boolean;
  isUsualSpeed: boolean;
}

function readEdits(moov: Buffer, { from, to }: Box): Edit[] {
  const isLong = moov[from] === 1;
  const bytes = isLong ? 20 : 12;
  const count = Math.min(moov.readUInt32BE(from + 4), Math.floor((to - from - 8) / bytes));
  return Array.from({ length: count }, (_, n) => {
    const at = from + 8 + n * bytes;
    const mediaTime = isLong ? Number(moov.readBigInt64BE(at + 8)) : moov.readInt32BE(at + 4);
    return { isPause: mediaTime === -1, isUsualSpeed: moov.readInt16BE(at + bytes - 4) === 1 };
  });
}

/** A pause at the beginning only means that the track begins later. */
function isForeign(edits: readonly Edit[]): boolean {
  const first = edits.findIndex(({ isPause }) => !isPause);
  if (first < 0) return false;
  return edits.slice(first).some(({ isPause, isUsualSpeed }) => isPause || !isUsualSpeed);
}
