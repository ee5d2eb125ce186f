// Records outside the archive what the archive has acknowledged. An operation without an answer may have happened or not;
// one with an answer must have happened.
import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import path from "node:path";
import { listBackups, openBackup } from "#server/backup/manifest.ts";
import { verifyBackup } from "#server/backup/verify-backup.ts";
import { checkIntegrity } from "#server/database/sqlite.ts";
import { folderOf, hashFile, originalOf } from "#server/media/store/store.ts";
import type { OpenPlace } from "#server/testing/safe.ts";

export interface State {
  title: string;
  hidden: boolean;
  isProtected: boolean;
  where: "library" | "trash" | "gone";
}

export interface Entry {
  id: string;
  known: State;
  /** The state if the operation in progress has happened. */
  asked: State | null;
  /** The checksum of the original. */
  sha256: string;
}

/** A file that is being uploaded. */
interface Sending {
  title: string;
  bytes: Buffer;
  sha256: string;
  address: string | null;
  acknowledgedBytes: number;
}

export interface Ledger {
  entries: Entry[];
  sending: Sending | null;
  counts: Record<Operation, number>;
  /** What should never have happened, as sentences. */
  wrong: string[];
}

const operations = ["edit", "hide", "protect", "trash", "restore", "purge", "part", "upload"] as const;
export type Operation = (typeof operations)[number];

export function createLedger(): Ledger {
  const counts = Object.fromEntries(operations.map((name) => [name, 0])) as Ledger["counts"];
  return { entries: [], sending: null, counts, wrong: [] };
}

/** Compares, and notes how the operations without an answer ended. */
export async function settle(ledger: Ledger, open: OpenPlace): Promise<void> {
  await checkIntegrity(open.db);
  for (const entry of ledger.entries) {
    const found = await read(open, entry.id);
    const isOne = [entry.known, entry.asked].some((state) => state && isSame(state, found));
    if (!isOne)
      ledger.wrong.push(
        `${entry.id} is ${say(found)}, acknowledged was ${say(entry.known)}, asked ${say(entry.asked)}`,
      );
    entry.known = found;
    entry.asked = null;
    if (found.where !== "gone" && (await hashFile(originalOf(open.store, entry.id))).sha256 !== entry.sha256)
      ledger.wrong.push(`the original of ${entry.id} is not what it was`);
  }
  await settleSending(ledger, open);
}

/** Taken in without an answer: it must be complete then, and the sender need not continue. */
async function settleSending(ledger: Ledger, open: OpenPlace): Promise<void> {
  const { sending } = ledger;
  if (!sending) return;
  const row = await open.db
    .selectFrom("recording")
    .select("video_id")
    .where("sha256", "=", sending.sha256)
    .executeTakeFirst();
  if (!row) return;
  const known: State = { title: sending.title, hidden: false, isProtected: false, where: "library" };
  ledger.entries.push({ id: row.video_id, known, asked: null, sha256: sending.sha256 });
  ledger.sending = null;
}

/** Leaves out those that were seen before. */
export async function requireWholeBackups(ledger: Ledger, folder: string, seen = new Set<string>()): Promise<void> {
  for (const name of existsSync(folder) ? await listBackups(folder) : []) {
    if (seen.has(name)) continue;
    seen.add(name);
    const damage = await verifyBackup(await openBackup(path.join(folder, name)));
    ledger.wrong.push(...damage.map((sentence) => `${name}: ${sentence}`));
  }
}

/** After the last start: deleted recordings are gone with their files, and all others have all of theirs. */
export async function requireTidy(ledger: Ledger, open: OpenPlace): Promise<void> {
  await checkIntegrity(open.db, "full");
  for (const { id, known } of ledger.entries) {
    const rows = await open.db.selectFrom("recording").select("video_id").where("video_id", "=", id).execute();
    const hasRow = rows.length > 0;
    const folder = folderOf(open.store, id);
    const hasFiles = existsSync(folder);
    const isExpected = known.where !== "gone";
    if (hasRow !== isExpected || hasFiles !== isExpected)
      ledger.wrong.push(
        `${id} is ${known.where}, row ${hasRow}, files ${hasFiles ? (await readdir(folder)).join(" ") : "none"}`,
      );
  }
}

async function read({ db }: OpenPlace, id: string): Promise<State> {
  const row = await db.selectFrom("video").selectAll().where("id", "=", id).executeTakeFirst();
  if (!row) return gone;
  const where = row.purging_at ? "gone" : row.trashed_at ? "trash" : "library";
  return { title: row.title, hidden: row.hidden, isProtected: row.prevent_autodelete, where };
}

const gone: State = { title: "", hidden: false, isProtected: false, where: "gone" };

function isSame(one: State, other: State): boolean {
  return one.where === "gone" ? other.where === "gone" : say(one) === say(other);
}

function say(state: State | null): string {
  return JSON.stringify(state && [state.where, state.title, state.hidden, state.isProtected]);
}
