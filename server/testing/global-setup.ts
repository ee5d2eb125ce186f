// Once per test run: a door that starts PostgreSQL for the first test that asks, and stops it at the end.
// A run that needs no PostgreSQL never starts one.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { sql } from "kysely";
import type { TestProject } from "vitest/node";
import { migrate } from "#server/database/migrate.ts";
import { openDatabase } from "#server/database/open.ts";
import { startPostgres, type TestPostgres } from "./postgres.ts";

export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  let postgres: Promise<TestPostgres> | undefined;
  const door = createServer((_request, response) => {
    postgres ??= startWithTemplate();
    postgres.then(
      ({ url }) => response.end(url),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  await new Promise<void>((resolve) => void door.listen(0, "127.0.0.1", resolve));
  project.provide("postgresDoor", `http://127.0.0.1:${(door.address() as AddressInfo).port}/`);

  return async () => {
    door.close();
    await (await postgres)?.[Symbol.asyncDispose]();
  };
}

/** The migrated database that every test's own is copied from. */
export const templateDatabase = "template_stagedoor";

async function startWithTemplate(): Promise<TestPostgres> {
  const postgres = await startPostgres();
  {
    await using admin = await openDatabase({ url: postgres.url });
    await sql`create database ${sql.id(templateDatabase)}`.execute(admin);
  }
  const url = new URL(postgres.url);
  url.pathname = templateDatabase;
  await using template = await openDatabase({ url: url.href });
  await migrate(template);
  return postgres;
}

declare module "vitest" {
  interface ProvidedContext {
    postgresDoor: string;
  }
}
