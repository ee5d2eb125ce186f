// PostgreSQL tells every listening process what was changed, at the commit that changes it; SQLite has one process.
// Triggers, so that no writer can forget it: neither a new function of ours nor a hand at the database.
import { sql } from "kysely";
import { isPostgres, type Database } from "#server/database/open.ts";

export async function up(db: Database): Promise<void> {
  if (!isPostgres(db)) return;
  await createNotifier(db, "notice_library", sql`'library ' || new.version`);
  await createNotifier(db, "notice_work", sql`'work'`);
  for (const column of ["id", "member_id", "identity_id"]) {
    const id = sql.id(column);
    await createNotifier(db, `notice_person_by_${column}`, sql`'person ' || coalesce(new.${id}, old.${id})`);
  }

  await sql`create trigger notice after update on library for each row execute function notice_library()`.execute(db);

  await sql`create trigger notice_added after insert on job for each row execute function notice_work()`.execute(db);
  await sql`create trigger notice_changed after update on job for each row
    when ((new.state = 'waiting' and old.state <> 'waiting') or (new.is_cancel_wanted and not old.is_cancel_wanted))
    execute function notice_work()`.execute(db);

  // Being seen is no news: only what changes who someone is and what they may do.
  await sql`create trigger notice_changed after update on member for each row
    when ((new.name, new.picture_hash, new.role, new.disabled_at)
      is distinct from (old.name, old.picture_hash, old.role, old.disabled_at))
    execute function notice_person_by_id()`.execute(db);
  await sql`create trigger notice_removed after delete on member for each row execute function notice_person_by_id()`.execute(
    db,
  );
  await sql`create trigger notice after insert or update or delete on identity for each row
    execute function notice_person_by_member_id()`.execute(db);
  await sql`create trigger notice after insert or update or delete on entitlement for each row
    execute function notice_person_by_identity_id()`.execute(db);
  await sql`create trigger notice after delete on session for each row
    execute function notice_person_by_member_id()`.execute(db);
}

async function createNotifier(db: Database, name: string, words: ReturnType<typeof sql>): Promise<void> {
  await sql`create function ${sql.id(name)}() returns trigger language plpgsql as $$
    begin perform pg_notify('stagedoor', ${words}); return null; end $$`.execute(db);
}
