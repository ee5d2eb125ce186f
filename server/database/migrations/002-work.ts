// Work to be done later: the queue's one table.
import { sql } from "kysely";
import type { Database } from "#server/database/open.ts";
import { countingId } from "#server/database/counting-id.ts";

export async function up(db: Database): Promise<void> {
  await db.schema
    .createTable("job")
    .$call(countingId(db))
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("key", "text")
    .addColumn("payload", "jsonb", (column) => column.notNull())
    .addColumn("priority", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("state", "text", (column) =>
      column.notNull().check(sql`state in ('waiting', 'running', 'done', 'cancelled', 'quarantined')`),
    )
    .addColumn("run_at", "timestamptz", (column) => column.notNull())
    .addColumn("attempts", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("lease_by", "text")
    .addColumn("lease_until", "timestamptz")
    .addColumn("is_cancel_wanted", "boolean", (column) => column.notNull().defaultTo(sql`false`))
    .addColumn("progress", "double precision", (column) => column.notNull().defaultTo(0))
    .addColumn("progress_words", "text")
    .addColumn("error", "text")
    .addColumn("created_at", "timestamptz", (column) => column.notNull())
    .addColumn("started_at", "timestamptz")
    .addColumn("finished_at", "timestamptz")
    .execute();

  // The few rows that are still to be done, in the order they are taken; finished ones are not in it.
  await sql`create index job_next on job (priority desc, run_at, id) where state in ('waiting', 'running')`.execute(db);
  // At most one waiting or running job of a kind and key.
  await sql`create unique index job_key on job (kind, key) where state in ('waiting', 'running') and key is not null`.execute(
    db,
  );
  await db.schema.createIndex("job_state").on("job").columns(["state", "id"]).execute();
  await db.schema.createIndex("job_finished").on("job").column("finished_at").execute();
}
