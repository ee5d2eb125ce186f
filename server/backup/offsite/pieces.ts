// What the archive knows about the pieces that it has sent: the checksum of each as it is in the bucket, because the
// server cannot decrypt what it reads back.
import type { Selectable } from "kysely";
import type { Database } from "#server/database/open.ts";
import type { BackupPieceTable } from "#server/database/tables.ts";

export type Piece = Selectable<BackupPieceTable>;

export async function readPieces(db: Database): Promise<Map<string, Piece>> {
  const rows = await db.selectFrom("backup_piece").selectAll().execute();
  return new Map(rows.map((row) => [row.name, row]));
}

export async function savePiece(db: Database, piece: Piece): Promise<void> {
  const { name: _, ...changes } = piece;
  await db
    .insertInto("backup_piece")
    .values(piece)
    .onConflict((conflict) => conflict.column("name").doUpdateSet(changes))
    .execute();
}

/** All pieces of a file were sent, and the file was what its checksum says. */
export async function noteWhole(db: Database, names: readonly string[]): Promise<void> {
  for (const some of inBatches(names))
    await db.updateTable("backup_piece").set({ is_whole: true }).where("name", "in", some).execute();
}

export async function noteChecked(db: Database, names: readonly string[], at: Date): Promise<void> {
  for (const some of inBatches(names))
    await db.updateTable("backup_piece").set({ checked_at: at }).where("name", "in", some).execute();
}

export async function noteLocked(db: Database, names: readonly string[], until: Date): Promise<void> {
  for (const some of inBatches(names))
    await db.updateTable("backup_piece").set({ locked_until: until }).where("name", "in", some).execute();
}

export async function forgetPieces(db: Database, names: readonly string[]): Promise<void> {
  for (const some of inBatches(names)) await db.deleteFrom("backup_piece").where("name", "in", some).execute();
}

const atOnce = 500;

function* inBatches(names: readonly string[]): Generator<readonly string[]> {
  for (let at = 0; at < names.length; at += atOnce) yield names.slice(at, at + atOnce);
}
