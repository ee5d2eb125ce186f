// Where the rows and files of a journey's server lie: in its data folder, or, where e2e/scaled.ts has named the services,
// in a database and a bucket of its own.
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { openDatabase } from "#server/database/open.ts";
import { bucketSettings, createBucket } from "#server/testing/bucket.ts";

export interface Services {
  TEST_POSTGRES_URL?: string;
  TEST_S3_ENDPOINT?: string;
}

/** As settings of the server. */
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
