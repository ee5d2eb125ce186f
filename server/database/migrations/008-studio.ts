// What the studio asks for: members by name and by when they were seen, who did something to whom, uploads that are
// described while they are under way, and indexes for work, storage and history.
import { sql } from "kysely";
import { fold } from "#contract/search/fold.ts";
import type { Database } from "#server/database/open.ts";

export async function up(db: Database): Promise<void> {
  await db.schema
    .alterTable("member")
    .addColumn("name_folded", "text", (column) => column.notNull().defaultTo(""))
    .execute();
  for (const { id, name } of await db.selectFrom("member").select(["id", "name"]).execute())
    await sql`update member set name_folded = ${fold(name)} where id = ${id}`.execute(db);
  await db.schema.createIndex("member_seen").on("member").columns(["seen_at", "id"]).execute();

  await db.schema.alterTable("audit").addColumn("actor_id", "text").execute();
  await db.schema.createIndex("audit_actor").on("audit").columns(["actor_id", "at"]).execute();
  await db.schema.createIndex("audit_kind").on("audit").columns(["kind", "at", "id"]).execute();
  await db.schema.createIndex("change_at").on("change").columns(["at", "id"]).execute();
  await db.schema.createIndex("change_kind").on("change").columns(["kind", "at", "id"]).execute();
  await db.schema.createIndex("change_member").on("change").columns(["member_id", "at"]).execute();

  await db.schema.createIndex("job_kind").on("job").columns(["kind", "state", "id"]).execute();
  await db.schema.createIndex("asset_bytes").on("asset").columns(["video_id", "kind", "bytes"]).execute();

  await db.schema
    .createTable("upload")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("title", "text")
    .addColumn("date", "text")
    .addColumn("sha256", "text")
    .addColumn("changed_at", "timestamptz", (column) => column.notNull())
    .execute();
}
