// Where the server of a test keeps its rows and files: in its data folder or, if e2e/scaled.ts has started the services,
// in its own database and bucket.
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { openDatabase } from "#server/database/open.ts";
import { bucketSettings, createBucket } from "#server/testing/bucket.ts";

interface Services {
  TEST_POSTGRES_URL?: string;
  TEST_S3_ENDPOINT?: string;
}

/** The settings of the server for that. */
export async function createPlace(services: Services = process.env): Promise<Record<string, string>> {
  const { TEST_POSTGRES_URL: postgres, TEST_S3_ENDPOINT: s3 } = services;
  if (postgres === undefined || s3 === undefined) return {};
  const name = `journey_${randomUUID().replaceAll("-", "")}`;
  await using admin = await openDatabase({ url: postgres });
  await sql`create database ${sql.id(name)}`.execute(admin);
  const url = new URL(postgres);
  url.pathname = name;
  return { DATABASE_URL: url.href, ...bucketSettings(await createBucket(s3)) };
}
