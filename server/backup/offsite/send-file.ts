// Sends one file into the bucket, encrypted, in pieces. Pieces that are there already are read, and not sent again.
import { createHash } from "node:crypto";
import type { Database } from "#server/database/open.ts";
import type { Fault } from "#server/media/store/check-file.ts";
import { seal } from "./age.ts";
import { namePieces, piecesFolder, type PieceRule } from "./names.ts";
import { forgetPieces, noteWhole, savePiece, type Piece } from "./pieces.ts";
import { hashBytes } from "#server/media/store/hash.ts";
import type { Vault } from "#server/media/store/vault.ts";

export interface Sending {
  db: Database;
  vault: Vault;
  rule: PieceRule;
  /** What is in the bucket; kept up to date here. */
  pieces: Map<string, Piece>;
  now: Date;
  signal?: AbortSignal | undefined;
  /** Counts what went out. */
  onSent(bytes: number): void;
  /** After each piece: the next one is read when this is done. */
  pace?: ((bytes: number) => Promise<void>) | undefined;
}

type SentFile = { sha256: string; bytes: number };

/** Whole, and confirmed by its checksum in this or an earlier backup. */
export function isSent({ rule, pieces }: Pick<Sending, "rule" | "pieces">, file: SentFile): boolean {
  return namePieces(rule, file).every((name) => pieces.get(name)?.is_whole);
}

/** Returns "changed" when the file is not what its checksum says: then nothing of it counts as sent. */
export async function sendFile(
  sending: Sending,
  file: SentFile,
  { source, onBytes }: { source: AsyncIterable<Buffer>; onBytes(bytes: number): void },
): Promise<Fault | undefined> {
  const { db, rule, pieces } = sending;
  const names = namePieces(rule, file);
  const hash = createHash("sha256");
  let count = 0;
  for await (const plain of inPieces(source, rule.pieceBytes)) {
    sending.signal?.throwIfAborted();
    hash.update(plain);
    const name = names[count];
    count += 1;
    // longer than its row says
    if (name === undefined) break;
    const sum = hashBytes(plain);
    if (pieces.get(name)?.plain_sha256 !== sum) await sendPiece(sending, name, { plain, sum });
    onBytes(plain.length);
    await sending.pace?.(plain.length);
  }
  if (count === names.length && hash.digest("hex") === file.sha256) {
    await noteWhole(db, names);
    for (const name of names) pieces.set(name, { ...(pieces.get(name) as Piece), is_whole: true });
    return undefined;
  }
  await forgetPieces(db, names);
  for (const name of names) pieces.delete(name);
  return "changed";
}

async function sendPiece(
  { db, vault, rule, pieces, now, onSent }: Sending,
  name: string,
  { plain, sum }: { plain: Buffer; sum: string },
): Promise<void> {
  const sealed = await seal(rule.recipient, plain);
  // a row that is older than what it describes would call good what is damaged
  await forgetPieces(db, [name]);
  await vault.put(piecesFolder + name, sealed);
  const piece: Piece = {
    ...{ name, plain_sha256: sum, sealed_sha256: hashBytes(sealed), sealed_bytes: sealed.length },
    ...{ is_whole: false, sent_at: now, checked_at: null, locked_until: null },
  };
  await savePiece(db, piece);
  pieces.set(name, piece);
  onSent(sealed.length);
}

async function* inPieces(source: AsyncIterable<Buffer>, pieceBytes: number): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = [];
  let bytes = 0;
  for await (const read of source) {
    waiting.push(read);
    bytes += read.length;
    while (bytes >= pieceBytes) {
      const all = Buffer.concat(waiting);
      yield all.subarray(0, pieceBytes);
      waiting = [all.subarray(pieceBytes)];
      bytes -= pieceBytes;
    }
  }
  if (bytes > 0) yield Buffer.concat(waiting);
}
