// Once per test run: builds the server for the tests that start it as a process of its own.
import { buildServer } from "#scripts/build-server.ts";

export default async function setUp(): Promise<void> {
  await buildServer();
}
