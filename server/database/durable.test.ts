import { open, stat } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { afterEach, expect, it, vi } from "vitest";
import { openTestDatabase, type TestDatabase } from "#server/testing/databases.ts";
import { scaled } from "#server/testing/proof.ts";

afterEach(() => vi.restoreAllMocks());

const add = ({ db }: TestDatabase, words: string) => sql`insert into trial values (${words})`.execute(db);
const count = async ({ db }: TestDatabase) =>
  Number((await sql<{ n: number }>`select count(*) as n from trial`.execute(db)).rows[0]?.n);

async function openTrial(): Promise<TestDatabase> {
  const database = await openTestDatabase("sqlite", { inFile: true });
  await sql`create table trial (words text)`.execute(database.db);
  return database;
}

const logOf = ({ place }: TestDatabase) => ("file" in place ? `${place.file}-wal` : "");

/** What all handles of files share. */
async function findFlushing(database: TestDatabase): Promise<{ datasync(): Promise<void> }> {
  await using handle = await open(logOf(database));
  return Object.getPrototypeOf(handle) as { datasync(): Promise<void> };
}

it("a write waits until the disk has it, and readers do not wait for that", async () => {
  await using database = await openTrial();
  const flushed = Promise.withResolvers<void>();
  vi.spyOn(await findFlushing(database), "datasync").mockReturnValue(flushed.promise);
  let isDone = false;
  const writing = add(database, "one").then(() => (isDone = true));
  expect(await count(database)).toBe(1);
  await sleep(50);
  expect(isDone).toBe(false);
  flushed.resolve();
  await writing;
});

it("a transaction waits, too; one that only reads does not", async () => {
  await using database = await openTrial();
  const flushing = vi.spyOn(await findFlushing(database), "datasync");
  await database.db.transaction().execute(async (trx) => {
    await sql`insert into trial values ('one')`.execute(trx);
    await sql`insert into trial values ('two')`.execute(trx);
  });
  expect(flushing).toHaveBeenCalledTimes(1);
  await database.db.transaction().execute((trx) => sql`select * from trial`.execute(trx));
  expect(flushing).toHaveBeenCalledTimes(1);
});

it("many writes share a flush that begins after them", async () => {
  await using database = await openTrial();
  const flushing = await findFlushing(database);
  const { datasync } = flushing;
  let [begun, running] = [0, 0];
  vi.spyOn(flushing, "datasync").mockImplementation(async function flush(this: unknown) {
    begun += 1;
    running += 1;
    expect(running).toBe(1);
    await sleep(20);
    await datasync.call(this as never);
    running -= 1;
  });
  const writes = Array.from({ length: 100 }, (_, n) => add(database, String(n)));
  await Promise.all(writes);
  expect(begun).toBeGreaterThanOrEqual(2);
  expect(begun).toBeLessThan(20);
  expect(await count(database)).toBe(100);
});

it("where the log cannot be flushed, everything is written to the database itself, or nothing is acknowledged", async () => {
  await using database = await openTrial();
  const broken = Object.assign(new Error("EIO"), { code: "EIO" });
  const flushing = vi.spyOn(await findFlushing(database), "datasync").mockRejectedValueOnce(broken);
  await add(database, "one");
  expect((await stat(logOf(database))).size).toBe(0);
  await add(database, "two");
  expect(flushing).toHaveBeenCalledTimes(2);
  expect(await count(database)).toBe(2);
});

it("the log stays short while much is written, and nothing of it is lost", async () => {
  await using database = await openTrial();
  const writes = scaled(20_000, 200_000);
  const words = "a line of some length ".repeat(40);
  for (let n = 0; n < writes / 20; n += 1) await Promise.all(Array.from({ length: 20 }, () => add(database, words)));
  expect(await count(database)).toBe(writes);
  // they fill 80 MB and more
  expect((await stat(logOf(database))).size).toBeLessThan(56_000_000);
});
