import { readFile, stat, writeFile } from "node:fs/promises";
import { sql } from "kysely";
import { expect, it } from "vitest";
import { createTestDatabase, openTestDatabase } from "#server/testing/databases.ts";
import { openDatabase } from "./open.ts";
import { checkIntegrity } from "./sqlite.ts";

it("an SQLite file is opened with the settings that keep acknowledged writes", async () => {
  await using database = await openTestDatabase("sqlite", { inFile: true });
  const read = async (name: string) => {
    const { rows } = await sql.raw<Record<string, unknown>>(`pragma ${name}`).execute(database.db);
    return Object.values(rows[0] ?? {})[0];
  };
  expect({
    journal_mode: await read("journal_mode"),
    synchronous: await read("synchronous"),
    wal_autocheckpoint: await read("wal_autocheckpoint"),
    busy_timeout: await read("busy_timeout"),
    foreign_keys: await read("foreign_keys"),
    trusted_schema: await read("trusted_schema"),
    cell_size_check: await read("cell_size_check"),
    mmap_size: await read("mmap_size"),
    temp_store: await read("temp_store"),
  }).toEqual({
    journal_mode: "wal",
    synchronous: 1,
    wal_autocheckpoint: 0,
    busy_timeout: 5000,
    foreign_keys: 1,
    trusted_schema: 0,
    cell_size_check: 1,
    mmap_size: 0,
    temp_store: 2,
  });
});

it("a new database can be read by its owner alone", async () => {
  await using database = await openTestDatabase("sqlite", { inFile: true });
  const file = "file" in database.place ? database.place.file : "";
  for (const name of [file, `${file}-wal`, `${file}-shm`]) {
    const { mode } = await stat(name);
    expect({ name, mode: mode & 0o777 }).toEqual({ name, mode: 0o600 });
  }
});

it("`db` inside a transaction is an error, and the database goes on", async () => {
  await using database = await openTestDatabase("sqlite");
  const { db } = database;
  const mistaken = db.transaction().execute(() => db.selectFrom("member").selectAll().execute());
  await expect(mistaken).rejects.toThrow("Inside a transaction use `trx`");
  expect(await db.selectFrom("member").selectAll().execute()).toEqual([]);
});

it("a sound file passes the integrity check, a damaged one is refused", async () => {
  await using place = await createTestDatabase("sqlite", "empty");
  const file = "file" in place.place ? place.place.file : "";
  {
    await using db = await openDatabase({ file });
    await sql`create table trial (words text)`.execute(db);
    await sql`create index trial_words on trial (words)`.execute(db);
    for (let row = 0; row < 200; row += 1)
      await sql`insert into trial values (${`row ${row} `.repeat(50)})`.execute(db);
    await checkIntegrity(db);
    await checkIntegrity(db, "full");
  }
  const bytes = await readFile(file);
  bytes.fill(0xa5, 4096 * 5, 4096 * 6);
  await writeFile(file, bytes);
  await using db = await openDatabase({ file });
  for (const depth of ["quick", "full"] as const)
    await expect(checkIntegrity(db, depth)).rejects.toMatchObject({
      code: "cannot-start",
      message: expect.stringMatching(/^The database is damaged \(.+\)\. .*restore a backup\.$/),
    });
});

it("a file that is no database stops the start with one sentence", async () => {
  await using place = await createTestDatabase("sqlite", "empty");
  const file = "file" in place.place ? place.place.file : "";
  await writeFile(file, "a song, not a database. ".repeat(100));
  await expect(openDatabase({ file })).rejects.toMatchObject({
    code: "cannot-start",
    message: expect.stringContaining("restore a backup"),
  });
});
