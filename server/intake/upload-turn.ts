// Only one server at a time adds a complete upload to the archive.
import type { Database } from "#server/database/open.ts";
import { whileHeld } from "#server/queue/hold.ts";

/** Undefined when another server is doing it. */
export async function inUploadTurn<T>(
  db: Database,
  uploadId: string,
  act: () => Promise<T>,
): Promise<{ outcome: T } | undefined> {
  // short: after a crash the next request has to wait until the lease ends
  return whileHeld(db, { kind: "finish-upload", key: uploadId, leaseMs: 10_000 }, act);
}
