// Whether a file of a store is what it should be: all of it is read and compared by its checksum.
import { createHash } from "node:crypto";
import type { Backend, StoredFile } from "./backend.ts";

type Readable = Pick<Backend, "find" | "read">;
export type Fault = "missing" | "changed";

/** Reads at the given pace: the next piece when `onBytes` is done. */
export async function checkFile(
  backend: Readable,
  { key, sha256, bytes }: StoredFile & { key: string },
  { onBytes, signal }: { onBytes?: (bytes: number) => Promise<void> | void; signal?: AbortSignal } = {},
): Promise<Fault | undefined> {
  const found = await backend.find(key);
  if (!found) return "missing";
  if (found.bytes !== bytes) return "changed";
  const hash = createHash("sha256");
  try {
    for await (const piece of backend.read(key, signal)) {
      hash.update(piece);
      await onBytes?.(piece.length);
    }
  } catch (error) {
    if (signal?.aborted) throw error;
    return explainFailure(backend, key, error);
  }
  return hash.digest("hex") === sha256 ? undefined : "changed";
}

/** A file that is gone meanwhile is missing, and one that the disk cannot read any more is damaged. */
export async function explainFailure(backend: Readable, key: string, error: unknown): Promise<Fault> {
  if (!(await backend.find(key))) return "missing";
  if ((error as NodeJS.ErrnoException).code === "EIO") return "changed";
  throw error;
}
