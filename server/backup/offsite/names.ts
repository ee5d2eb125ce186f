// What things are called in the bucket. No name tells a title, a kind or a checksum: without the recipient nobody can
// find out whether a file that they know is there.
import { createHmac } from "node:crypto";

/** A file is encrypted in pieces of this size, so that a large one needs little memory and goes on where it was stopped. */
export const usualPieceBytes = 16 * 2 ** 20;

export const piecesFolder = "pieces/";
export const backupsFolder = "backups/";
/** The end of the name of a backup that lacks files. */
export const incomplete = "-incomplete";

export interface PieceRule {
  recipient: string;
  pieceBytes: number;
}

/** The same content and the same key have the same names: what is there is not sent again. */
export function namePieces(
  { recipient, pieceBytes }: PieceRule,
  { sha256, bytes }: { sha256: string; bytes: number },
): string[] {
  const name = (n: number) =>
    createHmac("sha256", recipient).update(`${sha256}|${pieceBytes}|${n}`).digest("hex").slice(0, 40);
  return Array.from({ length: Math.ceil(bytes / pieceBytes) }, (_, n) => name(n));
}
