// A whole upload is taken in by one server at a time, whichever of them the editor or the clock asks.
import type { Database } from "#server/database/open.ts";
import { whileHeld } from "#server/queue/hold.ts";

/** Undefined when another is at it. */
export async function inUploadTurn<T>(
  db: Database,
  uploadId: string,
  act: () => Promise<T>,
): Promise<{ outcome: T } | undefined> {
  // short: who asks again after a crash waits for its end
  return whileHeld(db, { kind: "finish-upload", key: uploadId, leaseMs: 10_000 }, act);
}
