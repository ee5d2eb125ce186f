// The checksum that everything here is compared by.
import { createHash } from "node:crypto";
import { open } from "node:fs/promises";
import type { StoredFile } from "./backend.ts";

export async function hashFile(file: string): Promise<StoredFile> {
  return hashPieces(readPieces(file));
}

const pieceBytes = 1 << 18;

/** Each piece is gone when the next one is asked for: new memory for all of them costs a fifth of the whole checksum. */
export async function* readPieces(file: string | Buffer, signal?: AbortSignal): AsyncGenerator<Buffer> {
  await using source = await open(file);
  const buffer = Buffer.allocUnsafeSlow(pieceBytes);
  for (;;) {
    signal?.throwIfAborted();
    const { bytesRead } = await source.read(buffer, 0, pieceBytes, null);
    if (bytesRead === 0) return;
    yield buffer.subarray(0, bytesRead);
  }
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
