// Object lock: the bucket protects each new object for some days. A piece that newer backups still need is protected again
// before that ends; otherwise only new pieces would be safe from somebody who breaks into the server.
import type { Database } from "#server/database/open.ts";
import type { Lock, Vault } from "#server/media/store/vault.ts";
import { piecesFolder } from "./names.ts";
import { noteLocked, type Piece } from "./pieces.ts";

const dayMs = 86_400_000;
const atOnce = 8;

interface Protecting {
  db: Database;
  vault: Vault;
  pieces: Map<string, Piece>;
  now: Date;
  signal?: AbortSignal | undefined;
}

export interface Protection {
  days: number;
  /** False when the bucket refused to protect older pieces again. The backup counts all the same. */
  isRenewed: boolean;
}

/** Call it when a backup has its name. Null where the bucket has no object lock. */
export async function protectPieces(protecting: Protecting, needed: readonly string[]): Promise<Protection | null> {
  const { db, vault, pieces, now, signal } = protecting;
  const lock = await vault.findLock();
  if (!lock) return null;
  const until = new Date(now.getTime() + lock.days * dayMs);
  // half of the time is left for backups that fail
  const soon = new Date(now.getTime() + (lock.days * dayMs) / 2);
  const due = needed.filter((name) => endOf(pieces.get(name), lock) < soon);
  for (let at = 0; at < due.length; at += atOnce) {
    signal?.throwIfAborted();
    const some = due.slice(at, at + atOnce);
    const outcomes = await Promise.allSettled(
      some.map((name) => vault.protect(piecesFolder + name, { mode: lock.mode, until })),
    );
    if (outcomes.some(({ status }) => status === "rejected")) return { days: lock.days, isRenewed: false };
    await noteLocked(db, some, until);
  }
  return { days: lock.days, isRenewed: true };
}

/** What was just sent is protected by the bucket itself. */
function endOf(piece: Piece | undefined, { days }: Lock): Date {
  return piece ? (piece.locked_until ?? new Date(piece.sent_at.getTime() + days * dayMs)) : new Date(0);
}
