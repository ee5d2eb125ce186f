// Every journey of e2e/ at full length: on a phone and at a desk, and with as many taps as were promised.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it } from "vitest";
import { buildPage } from "#scripts/build-page.ts";
import { buildServer } from "#scripts/build-server.ts";
import { findFreePort } from "#server/testing/free-port.ts";
import { publish, scaled } from "#server/testing/proof.ts";

// the short form is what npm test does with e2e/ itself
it.runIf(scaled(0, 1) === 1)("every journey ends well on every screen", async () => {
  await buildPage();
  await buildServer();
  const file = path.join(await mkdtemp(path.join(tmpdir(), "stagedoor-journeys-")), "results.json");
  const child = spawn(process.execPath, ["node_modules/@playwright/test/cli.js", "test", "--reporter=line,json"], {
    env: { ...process.env, E2E_PORT: String(await findFreePort()), PLAYWRIGHT_JSON_OUTPUT_FILE: file },
    stdio: ["ignore", "inherit", "inherit"],
  });
  await once(child, "exit");
  const { stats } = JSON.parse(await readFile(file, "utf8")) as { stats: { expected: number; unexpected: number } };
  publish("journeys", { passed: stats.expected, failed: stats.unexpected });
  expect(stats.unexpected).toBe(0);
});
