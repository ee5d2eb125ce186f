// What the check-up remembers: its last lines, the last backup, and which master key the owner has a copy of.
import path from "node:path";
import type { CheckLine, CheckUp } from "#contract/check-up.ts";
import type { Database } from "#server/database/open.ts";
import type { Parts } from "#server/parts.ts";
import { addJob } from "#server/queue/queue.ts";

export const checkUpJob = "check-up";

type SavedParts = Pick<Parts, "db" | "clock">;

/** Nothing, if it was made before the set-up was finished: most of it was about something else. */
export async function readCheckUp({ db, config }: Pick<Parts, "db" | "config">): Promise<CheckUp> {
  const { ran_at, lines } = await readRow(db);
  const isBefore = config.isSetUp && lines?.some(({ name }) => name === "set-up");
  if (isBefore) return { ran_at: null, lines: [] };
  return { ran_at: ran_at?.toISOString() ?? null, lines: lines ?? [] };
}

export function keyFileOf({ masterKeyFile, dataDir }: Pick<Parts["config"], "masterKeyFile" | "dataDir">): string {
  return masterKeyFile ?? path.join(dataDir, "secrets", "master.key");
}

/** Returns the lines of the check-up before. */
export async function saveLines({ db, clock }: SavedParts, lines: readonly CheckLine[]): Promise<CheckLine[]> {
  const { lines: before } = await readRow(db);
  await changeRow(db, { ran_at: clock.now(), lines: JSON.stringify(lines) });
  return before ?? [];
}

/** Call it when a backup has its name; `faults` are files that could not be copied. */
export async function noteBackup(
  db: Database,
  { at, place, faults }: { at: Date; place: string; faults: number },
): Promise<void> {
  const mended = { backup_failed_at: null, backup_failure: null };
  await changeRow(db, { backup_at: at, backup_place: place, backup_faults: faults, ...mended });
  await checkAgain(db);
}

/** Call it when a backup could not be made. */
export async function noteBackupFailure(db: Database, { at, why }: { at: Date; why: string }): Promise<void> {
  await changeRow(db, { backup_failed_at: at, backup_failure: why });
  await checkAgain(db);
}

/** Called by a command: the server finds the job by itself, and what the owner has just done is not shown as wrong until tomorrow. */
async function checkAgain(db: Database): Promise<void> {
  const { ran_at } = await readRow(db);
  if (ran_at) await addJob(db, { kind: checkUpJob, key: "round", payload: {} });
}

export async function noteKeyCopy({ db, clock }: SavedParts, checksum: string): Promise<void> {
  await changeRow(db, { key_checksum: checksum, key_copied_at: clock.now() });
}

export async function readRow(db: Database) {
  const row = await db.selectFrom("check_up").selectAll().where("id", "=", 1).executeTakeFirst();
  return row ?? { id: 1, ...blank };
}

const blank = {
  ran_at: null,
  lines: null,
  backup_at: null,
  backup_place: null,
  backup_faults: null,
  backup_failed_at: null,
  backup_failure: null,
  key_checksum: null,
  key_copied_at: null,
};

type Changes = Partial<{
  ran_at: Date;
  lines: string;
  backup_at: Date;
  backup_place: string;
  backup_faults: number;
  backup_failed_at: Date | null;
  backup_failure: string | null;
  key_checksum: string;
  key_copied_at: Date;
}>;

async function changeRow(db: Database, changes: Changes): Promise<void> {
  await db
    .insertInto("check_up")
    .values({ id: 1, ...blank, ...changes })
    .onConflict((conflict) => conflict.column("id").doUpdateSet(changes))
    .execute();
}
