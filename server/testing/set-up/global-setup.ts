// Once per test run: a door that starts PostgreSQL, or the S3 service, for the first test that asks, and stops them at the
// end. A run that needs neither never starts them.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { sql } from "kysely";
import type { TestProject } from "vitest/node";
import { migrate } from "#server/database/migrate.ts";
import { openDatabase } from "#server/database/open.ts";
import { startPostgres, type TestPostgres } from "../postgres.ts";
import { startS3, type TestS3 } from "../s3-service.ts";

export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  let postgres: Promise<TestPostgres> | undefined;
  let s3: Promise<TestS3> | undefined;
  const door = createServer((request, response) => {
    // closed while it is idle, a connection could be used once more at the same moment, and the request would fail
    response.setHeader("connection", "close");
    const address =
      request.url === "/s3"
        ? (s3 ??= startS3()).then(({ endpoint }) => endpoint)
        : (postgres ??= startWithTemplate()).then(({ url }) => url);
    address.then(
      (text) => response.end(text),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  await new Promise<void>((resolve) => void door.listen(0, "127.0.0.1", resolve));
  const base = `http://127.0.0.1:${(door.address() as AddressInfo).port}`;
  project.provide("postgresDoor", `${base}/`);
  project.provide("s3Door", `${base}/s3`);

  return async () => {
    door.close();
    await (await postgres)?.[Symbol.asyncDispose]();
    await (await s3?.catch(() => undefined))?.[Symbol.asyncDispose]();
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
    s3Door: string;
  }
}
