// Guests: who may watch without a membership, and the links that invite them. A guest without a member has not logged in yet.
import { sql } from "kysely";
import { isPostgres, type Database } from "#server/database/open.ts";

export async function up(db: Database): Promise<void> {
  await db.schema
    .createTable("invitation")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("key_hash", "text", (column) => column.notNull().unique())
    .addColumn("note", "text", (column) => column.notNull())
    .addColumn("made_by", "text", (column) => column.references("member.id").onDelete("set null"))
    .addColumn("made_at", "timestamptz", (column) => column.notNull())
    .addColumn("link_until", "timestamptz", (column) => column.notNull())
    .addColumn("guest_until", "timestamptz")
    .addColumn("most_uses", "integer", (column) => column.notNull())
    .addColumn("uses", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("revoked_at", "timestamptz")
    .execute();
  await db.schema.createIndex("invitation_made").on("invitation").columns(["made_at", "id"]).execute();
  await db.schema.createIndex("invitation_by").on("invitation").column("made_by").execute();

  await db.schema
    .createTable("guest")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("member_id", "text", (column) => column.unique().references("member.id").onDelete("cascade"))
    .addColumn("provider", "text")
    .addColumn("provider_user_id", "text")
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("note", "text", (column) => column.notNull())
    .addColumn("invitation_id", "text", (column) => column.references("invitation.id").onDelete("set null"))
    .addColumn("invited_by", "text", (column) => column.references("member.id").onDelete("set null"))
    .addColumn("invited_at", "timestamptz", (column) => column.notNull())
    .addColumn("until", "timestamptz")
    .addColumn("ended_at", "timestamptz")
    // rows of members who came by a link have null there: those count as different
    .addUniqueConstraint("guest_account", ["provider", "provider_user_id"])
    .execute();
  await db.schema.createIndex("guest_invited").on("guest").columns(["invited_at", "id"]).execute();
  await db.schema.createIndex("guest_by").on("guest").column("invited_by").execute();
  await db.schema.createIndex("guest_invitation").on("guest").column("invitation_id").execute();

  if (!isPostgres(db)) return;
  await sql`create trigger notice after insert or update or delete on guest for each row
    execute function notice_person_by_member_id()`.execute(db);
}
