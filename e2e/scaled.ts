// The browser tests on PostgreSQL and S3: starts both, then Playwright with its arguments, and stops them again.
// All of them: npm test -- --scaled. A few: node_modules/.bin/node e2e/scaled.ts -g "three files"
import { spawn } from "node:child_process";
import { once } from "node:events";
import { startPostgres } from "#server/testing/postgres.ts";
import { startS3 } from "#server/testing/s3-service.ts";
import { createPlace } from "./place.ts";

await using postgres = await startPostgres();
await using s3 = await startS3();
const services = { TEST_POSTGRES_URL: postgres.url, TEST_S3_ENDPOINT: s3.endpoint };
const env = { ...process.env, ...services, ...(await createPlace(services)) };
const command = ["node_modules/@playwright/test/cli.js", "test", ...process.argv.slice(2)];
const journeys = spawn(process.execPath, command, { env, stdio: "inherit" });
// on a signal, Playwright ends first and the services after it
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => journeys.kill("SIGINT"));
const [code] = (await once(journeys, "exit")) as [number | null];
process.exitCode = code ?? 1;
