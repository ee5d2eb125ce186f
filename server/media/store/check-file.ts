// Whether a file of a store is what it should be: all of it is read and compared by its checksum.
import { createHash } from "node:crypto";
import type { Shelf, StoredFile } from "./shelf.ts";

type Readable = Pick<Shelf, "find" | "read">;
export type Fault = "missing" | "changed";

/** At the given pace: the next piece is read when `onBytes` is done. */
export async function checkFile(
  shelf: Readable,
  { key, sha256, bytes }: StoredFile & { key: string },
  { onBytes, signal }: { onBytes?: (bytes: number) => Promise<void> | void; signal?: AbortSignal } = {},
): Promise<Fault | undefined> {
  const found = await shelf.find(key);
  if (!found) return "missing";
  if (found.bytes !== bytes) return "changed";
  const hash = createHash("sha256");
  try {
    for await (const piece of shelf.read(key, signal)) {
      hash.update(piece);
      await onBytes?.(piece.length);
    }
  } catch (error) {
    if (signal?.aborted) throw error;
    return explainFailure(shelf, key, error);
  }
  return hash.digest("hex") === sha256 ? undefined : "changed";
}

/** A file that is gone meanwhile is missing, and one that the disk cannot read any more is damaged. */
export async function explainFailure(shelf: Readable, key: string, error: unknown): Promise<Fault> {
  if (!(await shelf.find(key))) return "missing";
  if ((error as NodeJS.ErrnoException).code === "EIO") return "changed";
  throw error;
}
