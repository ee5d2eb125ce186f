// Tells from the first part of a file whether it can be read from start to end while it is still arriving.
import { open } from "node:fs/promises";
import { readHead } from "./boxes.ts";
import { requireRecording } from "#server/media/facts/magic.ts";

const mostBoxes = 16;

/** `there` is how many of its bytes have arrived. */
export async function isStreamable(file: string, there: number): Promise<boolean> {
  const container = await requireRecording(file);
  if (container !== "mp4") return container === "mpegts" || container === "matroska";
  await using handle = await open(file);
  // its index has to lie before what it speaks of, and all of it here
  for (let at = 0, boxes = 0; boxes < mostBoxes; boxes += 1) {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(16), 0, 16, at);
    const head = readHead(buffer.subarray(0, bytesRead));
    if (!head || head.size < head.headSize || head.type === "mdat") return false;
    at += head.size;
    if (head.type === "moov") return at <= there;
  }
  return false;
}
