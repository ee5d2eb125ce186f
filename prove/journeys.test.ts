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
import { part, publish, scaled, seed } from "#server/testing/proof.ts";

/** When all rigs run, it takes some of the journeys, each time others. */
const shards = Math.round(1 / part);
const shard = `--shard=${(seed % shards) + 1}/${shards}`;

// the short form is what npm test does with e2e/ itself
it.runIf(scaled(0, 1) === 1)("every journey ends well on every screen", async () => {
  await buildPage();
  await buildServer();
  const file = path.join(await mkdtemp(path.join(tmpdir(), "stagedoor-journeys-")), "results.json");
  const args = ["node_modules/@playwright/test/cli.js", "test", "--reporter=line,json", shard];
  const child = spawn(process.execPath, args, {
    env: {
      ...{ ...process.env, E2E_PORT: String(await findFreePort()), PLAYWRIGHT_JSON_OUTPUT_FILE: file },
      // what it takes is taken whole: on all screens, and with all taps
      PROVE_PART: "1",
    },
    stdio: ["ignore", "inherit", "inherit"],
  });
  await once(child, "exit");
  const { stats } = JSON.parse(await readFile(file, "utf8")) as { stats: { expected: number; unexpected: number } };
  publish("journeys", { passed: stats.expected, failed: stats.unexpected });
  expect(stats.unexpected).toBe(0);
});
