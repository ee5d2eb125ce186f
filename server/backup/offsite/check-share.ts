// Reads a share of the bucket back, and compares it with what was sent. What is damaged or missing is forgotten, so the
// backup that follows sends it again.
import type { Database } from "#server/database/open.ts";
import { piecesFolder } from "./names.ts";
import { forgetPieces, noteChecked, type Piece } from "./pieces.ts";
import { hashBytes } from "#server/media/store/hash.ts";
import type { Vault } from "#server/media/store/vault.ts";

interface Checking {
  db: Database;
  vault: Vault;
  pieces: Map<string, Piece>;
  now: Date;
  signal?: AbortSignal | undefined;
  pace?: ((bytes: number) => Promise<void>) | undefined;
}

/** The part that is read at each backup: with one a day, everything within four weeks. */
export const usualShare = 1 / 28;
/** Many services charge for what is read. */
const mostBytes = 2 * 2 ** 30;

/** Those that are not in the bucket, or not in their size. No byte is read for it. */
export async function forgetMissing({ db, vault, pieces }: Checking): Promise<string[]> {
  const listed = await vault.list(piecesFolder);
  const gone = [...pieces.values()].filter(({ name, sealed_bytes }) => listed.get(name)?.bytes !== sealed_bytes);
  const names = gone.map(({ name }) => name);
  await forget({ db, pieces }, names);
  return names;
}

/** First what was never checked, then what was checked longest ago. Returns the damaged ones. */
export async function checkShare(checking: Checking, share: number): Promise<{ damaged: string[]; bytes: number }> {
  const { db, pieces, now, pace } = checking;
  const when = ({ checked_at }: Piece) => checked_at?.getTime() ?? 0;
  const all = [...pieces.values()].toSorted((one, other) => when(one) - when(other));
  const wanted = Math.min(mostBytes, all.reduce((sum, { sealed_bytes }) => sum + sealed_bytes, 0) * share);
  const damaged: string[] = [];
  const good: string[] = [];
  let bytes = 0;
  for (const piece of all) {
    if (bytes >= wanted) break;
    checking.signal?.throwIfAborted();
    const list = (await isGood(checking, piece)) ? good : damaged;
    list.push(piece.name);
    bytes += piece.sealed_bytes;
    await pace?.(piece.sealed_bytes);
  }
  await noteChecked(db, good, now);
  await forget(checking, damaged);
  return { damaged, bytes };
}

export async function isGood({ vault }: Pick<Checking, "vault">, piece: Piece): Promise<boolean> {
  const body = await vault.find(piecesFolder + piece.name);
  return body !== undefined && hashBytes(body) === piece.sealed_sha256;
}

async function forget({ db, pieces }: Pick<Checking, "db" | "pieces">, names: readonly string[]): Promise<void> {
  await forgetPieces(db, names);
  for (const name of names) pieces.delete(name);
}
