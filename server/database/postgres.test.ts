import { inspect } from "node:util";
import { sql } from "kysely";
import { expect, it } from "vitest";
import { createTestDatabase, openTestDatabase } from "#server/testing/databases.ts";
import { openDatabase } from "./open.ts";

it("every PostgreSQL session keeps the limits, also when the address brings options of its own", async () => {
  await using place = await createTestDatabase("postgres", "empty");
  const url = new URL("url" in place.place ? place.place.url : "");
  url.searchParams.set("options", "-c work_mem=8MB -c statement_timeout=0");
  await using db = await openDatabase({ url: url.href });
  const { rows } = await sql`select
    current_setting('synchronous_commit') as synchronous_commit,
    current_setting('statement_timeout') as statement_timeout,
    current_setting('lock_timeout') as lock_timeout,
    current_setting('idle_in_transaction_session_timeout') as idle,
    current_setting('work_mem') as work_mem`.execute(db);
  expect(rows).toEqual([
    { synchronous_commit: "on", statement_timeout: "10s", lock_timeout: "3s", idle: "30s", work_mem: "8MB" },
  ]);
});

it("a PostgreSQL that is not there stops the start with a sentence that hides the password", async () => {
  const url = "postgres://stagedoor:hunter2@127.0.0.1:1/archive";
  const refusal: unknown = await openDatabase({ url }).catch((error: unknown) => error);
  expect(refusal).toMatchObject({
    code: "cannot-start",
    message: expect.stringMatching(/^The database at 127\.0\.0\.1:1\/archive cannot be used: /),
  });
  expect(inspect(refusal, { depth: 9 })).not.toContain("hunter2");
});

it("an address that is none is refused without repeating it", async () => {
  for (const url of ["postgres://user:hunter2@[broken/archive", "mysql://user:hunter2@host/archive"]) {
    const refusal: unknown = await openDatabase({ url }).catch((error: unknown) => error);
    expect(refusal).toMatchObject({ code: "cannot-start" });
    expect(inspect(refusal, { depth: 9 })).not.toContain("hunter2");
  }
});

it("a connection that the server ends is reported, and the next query gets a new one", async () => {
  await using database = await openTestDatabase("postgres");
  const errors: Error[] = [];
  await using db = await openDatabase(database.place, { onError: (error) => errors.push(error) });
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`.execute(database.db);
  await expect.poll(() => errors.length).toBe(1);
  expect(await db.selectFrom("member").selectAll().execute()).toEqual([]);
});
