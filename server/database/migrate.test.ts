import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { createTestDatabase, type DatabaseKind, databaseKinds } from "#server/testing/databases.ts";
import { migrate } from "./migrate.ts";
import { migrations } from "./migration-list.ts";
import { openDatabase, type Database } from "./open.ts";

describe.each(databaseKinds)("migrating on %s", (kind) => {
  it("applies every migration once, in order", async () => {
    await using place = await createTestDatabase(kind, "empty");
    await using db = await openDatabase(place.place);
    expect(await migrate(db)).toEqual(Object.keys(migrations));
    expect(await migrate(db)).toEqual([]);
    expect(Object.keys(migrations)).toEqual(Object.keys(migrations).toSorted());
  });

  it("refuses a database that is newer than the program, and changes nothing", async () => {
    await using place = await createTestDatabase(kind, "empty");
    await using db = await openDatabase(place.place);
    await sql`create table kysely_migration (name varchar(255) primary key not null, timestamp varchar(255) not null)`.execute(
      db,
    );
    await sql`insert into kysely_migration values ('001-members', '2026'), ('999-the-future', '2030')`.execute(db);
    const before = await describeTables(db);
    await expect(migrate(db)).rejects.toMatchObject({
      code: "cannot-start",
      message: expect.stringMatching(/newer than this program .*999-the-future.*restore a backup/),
    });
    expect(await describeTables(db)).toEqual(before);
  });

  it("lets two servers begin at once: both succeed and each migration is applied once", async () => {
    await using place = await createTestDatabase(kind, "empty");
    await using one = await openDatabase(place.place);
    await using other = await openDatabase(place.place);
    const applied = await Promise.all(kind === "sqlite" ? [migrate(one)] : [migrate(one), migrate(other)]);
    if (kind === "sqlite") applied.push(await migrate(other));
    expect(applied.flat()).toEqual(Object.keys(migrations));
  });

  it("leaves nothing behind when a migration fails", async () => {
    await using place = await createTestDatabase(kind, "empty");
    await using db = await openDatabase(place.place);
    await sql`create table audit (in_the_way integer)`.execute(db);
    await expect(migrate(db)).rejects.toMatchObject({ code: "cannot-start" });
    expect((await describeTables(db)).map(({ name }) => name)).not.toContain("member");
    await sql`drop table audit`.execute(db);
    expect(await migrate(db)).toEqual(Object.keys(migrations));
  });

  it("keeps the limits of a connection for what comes after", async () => {
    await using place = await createTestDatabase(kind, "empty");
    await using db = await openDatabase(place.place);
    const before = await readLimits(db, kind);
    expect(before).toEqual(kind === "sqlite" ? ["5000", "1"] : ["10s"]);
    await migrate(db);
    expect(await readLimits(db, kind)).toEqual(before);
  });
});

/** How long a statement may take or wait; on SQLite also that references between tables are checked. */
async function readLimits(db: Database, kind: DatabaseKind): Promise<string[]> {
  const questions =
    kind === "sqlite" ? [sql`pragma busy_timeout`, sql`pragma foreign_keys`] : [sql`show statement_timeout`];
  const answers = await Promise.all(questions.map((question) => question.execute(db)));
  return answers.flatMap(({ rows }) => rows.flatMap((row) => Object.values(row as object).map(String)));
}

async function describeTables(db: Database): Promise<{ name: string; columns: string[] }[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  return tables.map(({ name, columns }) => ({ name, columns: columns.map((column) => column.name) }));
}
