// What is told to whom: notices, their deliveries, trouble that the owner knows of, and what members want to be told.
import { sql } from "kysely";
import { isPostgres, type Database } from "#server/database/open.ts";
import { countingId } from "#server/database/counting-id.ts";

export async function up(db: Database): Promise<void> {
  const ordered = isPostgres(db) ? sql`text collate "C"` : "text";

  await db.schema
    .createTable("announced")
    .addColumn("video_id", ordered, (column) =>
      column.primaryKey().notNull().references("video.id").onDelete("cascade"),
    )
    .addColumn("why", "text", (column) => column.notNull())
    .addColumn("at", "timestamptz", (column) => column.notNull())
    .execute();
  // what members could already watch is not news
  await sql`insert into announced (video_id, why, at) select id, 'old', created_at from video
    where state = 'published' and not hidden`.execute(db);

  await db.schema
    .createTable("notice")
    .$call(countingId(db))
    .addColumn("key", "text", (column) => column.notNull().unique())
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("video_id", ordered, (column) => column.references("video.id").onDelete("cascade"))
    .addColumn("member_id", "text", (column) => column.references("member.id").onDelete("cascade"))
    .addColumn("title", "text", (column) => column.notNull())
    .addColumn("text", "text", (column) => column.notNull())
    .addColumn("at", "timestamptz", (column) => column.notNull())
    .execute();
  await db.schema.createIndex("notice_at").on("notice").column("at").execute();
  await db.schema.createIndex("notice_video").on("notice").column("video_id").execute();
  await db.schema.createIndex("notice_member").on("notice").column("member_id").execute();

  await db.schema
    .createTable("notice_delivery")
    .$call(countingId(db))
    .addColumn("notice_id", "bigint", (column) => column.notNull().references("notice.id").onDelete("cascade"))
    .addColumn("channel", "text", (column) => column.notNull())
    .addColumn("target", "text", (column) => column.notNull())
    .addColumn("state", "text", (column) => column.notNull())
    .addColumn("attempts", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("answer", "text")
    .addColumn("at", "timestamptz", (column) => column.notNull())
    .addUniqueConstraint("notice_delivery_once", ["notice_id", "channel", "target"])
    .execute();

  await db.schema
    .createTable("trouble")
    .addColumn("name", "text", (column) => column.primaryKey().notNull())
    .addColumn("title", "text", (column) => column.notNull())
    .addColumn("sentence", "text", (column) => column.notNull())
    .addColumn("began_at", "timestamptz", (column) => column.notNull())
    .addColumn("looked_at", "timestamptz", (column) => column.notNull())
    .addColumn("is_there", "boolean", (column) => column.notNull())
    .addColumn("told_at", "timestamptz")
    .execute();

  await db.schema
    .createTable("notice_choice")
    .addColumn("member_id", "text", (column) =>
      column.primaryKey().notNull().references("member.id").onDelete("cascade"),
    )
    .addColumn("mail", "text", (column) => column.notNull())
    .addColumn("push", "text", (column) => column.notNull())
    .addColumn("quiet_from", "integer")
    .addColumn("quiet_to", "integer")
    .addColumn("time_zone", "text", (column) => column.notNull())
    .addColumn("stop_key", "text", (column) => column.notNull().unique())
    .addColumn("mail_refusals", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("digest_at", "timestamptz", (column) => column.notNull())
    .execute();

  await db.schema
    .createTable("push_device")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("member_id", "text", (column) => column.notNull().references("member.id").onDelete("cascade"))
    .addColumn("endpoint", "text", (column) => column.notNull())
    .addColumn("p256dh", "text", (column) => column.notNull())
    .addColumn("auth", "text", (column) => column.notNull())
    .addColumn("added_at", "timestamptz", (column) => column.notNull())
    .execute();
  await db.schema.createIndex("push_device_member").on("push_device").column("member_id").execute();

  await db.schema
    .createTable("push_key")
    .addColumn("id", "integer", (column) =>
      column
        .primaryKey()
        .notNull()
        .check(sql`id = 1`),
    )
    .addColumn("public_key", "text", (column) => column.notNull())
    .addColumn("private_sealed", "text", (column) => column.notNull())
    .addColumn("made_at", "timestamptz", (column) => column.notNull())
    .execute();

  await db.schema.alterTable("identity").addColumn("mail_sealed", "text").execute();
  await db.schema.alterTable("check_up").addColumn("backup_failed_at", "timestamptz").execute();
  await db.schema.alterTable("check_up").addColumn("backup_failure", "text").execute();
}
