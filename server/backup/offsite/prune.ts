// Deletes old backups and the pieces that only they needed. When it is not certain what a kept backup needs, no piece is
// deleted.
import type { Database } from "#server/database/open.ts";
import { findNeeds, listMade, needsKey, sealedKey } from "./backups.ts";
import { chooseKept } from "./keep.ts";
import { piecesFolder } from "./names.ts";
import { forgetPieces } from "./pieces.ts";
import type { Vault } from "#server/media/store/vault.ts";

/** Younger pieces may belong to a backup that was stopped, and goes on. */
const leastAgeMs = 2 * 86_400_000;

export interface Pruned {
  kept: number;
  deleted: number;
  pieces: number;
  /** The pieces of all kept backups. */
  needed: Set<string>;
  /** Kept backups of which nobody knows what they need. */
  unknown: string[];
}

export async function prune(
  { db, vault }: { db: Database; vault: Vault },
  { now, timeZone }: { now: Date; timeZone: string },
): Promise<Pruned> {
  const made = await listMade(vault);
  const kept = chooseKept(made, timeZone);
  const old = made.filter((backup) => !kept.includes(backup));
  const needed = new Set<string>();
  const unknown: string[] = [];
  for (const { name } of kept) {
    const names = await findNeeds(vault, name);
    if (!names) unknown.push(name);
    for (const piece of names ?? []) needed.add(piece);
  }
  // the manifest first: without it the backup is none, and nobody restores a half of it
  for (const { name } of old) {
    await vault.remove(sealedKey(name));
    await vault.remove(needsKey(name));
  }
  const report = { kept: kept.length, deleted: old.length, pieces: 0, needed, unknown };
  if (unknown.length > 0) return report;
  const listed = await vault.list(piecesFolder);
  for (const [name, { changedAt }] of listed) {
    if (needed.has(name) || now.getTime() - changedAt.getTime() < leastAgeMs) continue;
    await forgetPieces(db, [name]);
    await vault.remove(piecesFolder + name);
    report.pieces += 1;
  }
  return report;
}
