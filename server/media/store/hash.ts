// The checksum that everything here is compared by.
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import type { StoredFile } from "./shelf.ts";

export async function hashFile(file: string): Promise<StoredFile> {
  return hashPieces(createReadStream(file, { highWaterMark: 1 << 20 }));
}

export async function hashPieces(
  pieces: AsyncIterable<unknown>,
  onBytes: (bytes: number) => void = () => undefined,
): Promise<StoredFile> {
  const hash = createHash("sha256");
  let bytes = 0;
  for await (const piece of pieces) {
    hash.update(piece as Buffer);
    bytes += (piece as Buffer).length;
    onBytes(bytes);
  }
  return { sha256: hash.digest("hex"), bytes };
}

export function hashBytes(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest("hex");
}
