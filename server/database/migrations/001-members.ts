// People: members, how they sign in, what they may see, their sessions, and the trail of what was done.
import { sql } from "kysely";
import type { Database } from "#server/database/open.ts";
import { countingId } from "#server/database/counting-id.ts";

export async function up(db: Database): Promise<void> {
  await db.schema
    .createTable("member")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("picture_type", "text")
    .addColumn("picture", "bytea")
    .addColumn("picture_hash", "text")
    .addColumn("role", "text")
    .addColumn("disabled_at", "timestamptz")
    .addColumn("created_at", "timestamptz", (column) => column.notNull())
    .addColumn("seen_at", "timestamptz", (column) => column.notNull())
    .execute();

  await db.schema
    .createTable("identity")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("member_id", "text", (column) => column.notNull().references("member.id").onDelete("cascade"))
    .addColumn("provider", "text", (column) => column.notNull())
    .addColumn("provider_user_id", "text", (column) => column.notNull())
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("email_verified", "boolean")
    .addColumn("status", "text", (column) => column.notNull().check(sql`status in ('ok', 'revoked', 'gone')`))
    .addColumn("first_seen_at", "timestamptz", (column) => column.notNull())
    .addColumn("last_sign_in_at", "timestamptz", (column) => column.notNull())
    .addUniqueConstraint("identity_provider_user", ["provider", "provider_user_id"])
    .execute();
  await db.schema.createIndex("identity_member").on("identity").column("member_id").execute();

  await db.schema
    .createTable("provider_token")
    .addColumn("identity_id", "text", (column) =>
      column.primaryKey().notNull().references("identity.id").onDelete("cascade"),
    )
    .addColumn("access_sealed", "text", (column) => column.notNull())
    .addColumn("refresh_sealed", "text")
    .addColumn("scopes", "jsonb", (column) => column.notNull())
    .addColumn("expires_at", "timestamptz")
    .addColumn("refresh_lock_until", "timestamptz")
    .execute();

  await db.schema
    .createTable("entitlement")
    .addColumn("identity_id", "text", (column) =>
      column.primaryKey().notNull().references("identity.id").onDelete("cascade"),
    )
    .addColumn("state", "text", (column) => column.notNull().check(sql`state in ('entitled', 'not', 'unknown')`))
    .addColumn("tier_ids", "jsonb", (column) => column.notNull())
    .addColumn("tier_level", "integer")
    .addColumn("tier_title", "text")
    .addColumn("source", "text", (column) => column.notNull())
    .addColumn("observed_at", "timestamptz", (column) => column.notNull())
    .addColumn("soft_until", "timestamptz", (column) => column.notNull())
    .addColumn("hard_until", "timestamptz")
    .addColumn("first_negative_at", "timestamptz")
    .addColumn("fault_since", "timestamptz")
    .execute();
  await db.schema.createIndex("entitlement_soft_until").on("entitlement").column("soft_until").execute();

  await createSignIn(db);
  await createTrail(db);
}

async function createSignIn(db: Database): Promise<void> {
  await db.schema
    .createTable("sign_in_state")
    .addColumn("token_hash", "text", (column) => column.primaryKey().notNull())
    .addColumn("browser_hash", "text", (column) => column.notNull())
    .addColumn("return_path", "text", (column) => column.notNull())
    .addColumn("session_id", "text")
    .addColumn("issued_at", "timestamptz", (column) => column.notNull())
    .addColumn("expires_at", "timestamptz", (column) => column.notNull())
    .addColumn("consumed_at", "timestamptz")
    .addColumn("result_session_id", "text")
    .addColumn("problem", "text")
    .execute();
  await db.schema.createIndex("sign_in_state_browser").on("sign_in_state").column("browser_hash").execute();
  await db.schema.createIndex("sign_in_state_expires").on("sign_in_state").column("expires_at").execute();

  await db.schema
    .createTable("session")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("token_hash", "text", (column) => column.notNull().unique())
    .addColumn("previous_hash", "text")
    .addColumn("previous_until", "timestamptz")
    .addColumn("member_id", "text", (column) => column.notNull().references("member.id").onDelete("cascade"))
    .addColumn("identity_id", "text", (column) => column.notNull().references("identity.id").onDelete("cascade"))
    .addColumn("device", "text", (column) => column.notNull())
    .addColumn("created_at", "timestamptz", (column) => column.notNull())
    .addColumn("seen_at", "timestamptz", (column) => column.notNull())
    .addColumn("rotated_at", "timestamptz", (column) => column.notNull())
    .addColumn("expires_at", "timestamptz", (column) => column.notNull())
    .execute();
  for (const column of ["member_id", "identity_id", "previous_hash", "expires_at"])
    await db.schema.createIndex(`session_${column}`).on("session").column(column).execute();
}

async function createTrail(db: Database): Promise<void> {
  await db.schema
    .createTable("webhook_seen")
    .addColumn("provider", "text", (column) => column.notNull())
    .addColumn("message_key", "text", (column) => column.notNull())
    .addColumn("seen_at", "timestamptz", (column) => column.notNull())
    .addPrimaryKeyConstraint("webhook_seen_pk", ["provider", "message_key"])
    .execute();
  await db.schema.createIndex("webhook_seen_at").on("webhook_seen").column("seen_at").execute();

  await db.schema
    .createTable("secret_setting")
    .addColumn("name", "text", (column) => column.primaryKey().notNull())
    .addColumn("sealed", "text", (column) => column.notNull())
    .addColumn("changed_at", "timestamptz", (column) => column.notNull())
    .execute();

  await db.schema
    .createTable("audit")
    .$call(countingId(db))
    .addColumn("at", "timestamptz", (column) => column.notNull())
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("member_id", "text")
    .addColumn("provider", "text")
    .addColumn("subject", "text")
    .addColumn("detail", "jsonb", (column) => column.notNull())
    .execute();
  await db.schema.createIndex("audit_at").on("audit").column("at").execute();
  await db.schema.createIndex("audit_member").on("audit").columns(["member_id", "at"]).execute();
}
