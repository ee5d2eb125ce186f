// Each backup to the target of the settings, as a row: what the studio and the check-up show.
import { randomUUID } from "node:crypto";
import type { Insertable, Selectable } from "kysely";
import type { BackupRunTable } from "#server/database/tables.ts";
import type { Database } from "#server/database/open.ts";

export type BackupRun = Selectable<BackupRunTable>;

/** Rows of older runs are of no use. */
const mostRows = 400;

export async function beginRun(db: Database, target: BackupRun["target"], now: Date): Promise<string> {
  const id = randomUUID();
  // one that is still "running" was stopped with its server
  await db.updateTable("backup_run").set({ state: "failed", ended_at: now }).where("state", "=", "running").execute();
  await db.insertInto("backup_run").values({ id, target, state: "running", began_at: now }).execute();
  const old = await db
    .selectFrom("backup_run")
    .select("id")
    .orderBy("began_at", "desc")
    .offset(mostRows)
    .limit(100)
    .execute();
  for (const row of old) await db.deleteFrom("backup_run").where("id", "=", row.id).execute();
  return id;
}

type Outcome = Partial<Omit<Insertable<BackupRunTable>, "id" | "target" | "began_at">>;

export async function endRun(db: Database, id: string, outcome: Outcome): Promise<void> {
  await db.updateTable("backup_run").set(outcome).where("id", "=", id).execute();
}

export async function findLastRun(db: Database): Promise<BackupRun | undefined> {
  return db.selectFrom("backup_run").selectAll().orderBy("began_at", "desc").limit(1).executeTakeFirst();
}

export async function findLastGood(db: Database): Promise<BackupRun | undefined> {
  const good = db.selectFrom("backup_run").selectAll().where("state", "=", "good");
  return good.orderBy("began_at", "desc").limit(1).executeTakeFirst();
}

/** Only what goes to a bucket is encrypted, and then the master key comes with it, even if files are missing. */
export async function findLastWithKey(db: Database): Promise<BackupRun | undefined> {
  const made = db.selectFrom("backup_run").selectAll().where("state", "in", ["good", "incomplete"]);
  return made.where("target", "=", "bucket").orderBy("began_at", "desc").limit(1).executeTakeFirst();
}
