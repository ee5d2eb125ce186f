// Journeys through the whole product in a real browser: the real server, the real stand-ins, a fresh data folder.
import { defineConfig } from "@playwright/test";
import { rmSync } from "node:fs";
import { builtServer } from "#scripts/built.ts";
import { chromium } from "#scripts/chromium.ts";
import { withLong } from "#server/testing/proof.ts";
import { dataDir, emulatorPort, journal, port, url } from "./e2e/stage.ts";

// set by e2e/scaled.ts, with a database and a bucket for this server
const isScaled = process.env["TEST_S3_ENDPOINT"] !== undefined;
/** Where the tests of a file have a server to themselves. */
const ownServer = ["extras", "player-captions", "player-damage", "player-touch", "studio*", "upload"].map(
  (name) => `**/${name}.spec.ts`,
);
// the configuration is read by every worker too; only the first one, which starts the server, begins anew
if (process.env["TEST_WORKER_INDEX"] === undefined) rmSync(dataDir, { recursive: true, force: true });

export default defineConfig({
  testDir: "e2e",
  // in this order: at the end hardly anything would run beside those that start servers of their own
  projects: [
    // the tests of a file one after the other: each worker would start a server and prepare its recordings
    { name: "own server", testMatch: ownServer, fullyParallel: false },
    { name: "one server", testIgnore: [...ownServer, ...(isScaled ? [] : ["**/bucket.spec.ts"])] },
  ],
  // long or rarely touched journeys: npm run prove -- journeys takes them, too
  ...(!withLong && { grepInvert: /@long/ }),
  globalSetup: "./e2e/recordings.ts",
  globalTeardown: "./e2e/violations.ts",
  outputDir: ".cache/e2e",
  // on two cores: a journey waits more often than it computes
  workers: 3,
  fullyParallel: true,
  forbidOnly: true,
  // for a machine that is busy with other things; what is waited for is there long before
  timeout: 600_000,
  expect: { timeout: 60_000 },
  reporter: [["line"], ["json", { outputFile: ".cache/results/playwright.json" }]],
  use: {
    // a step that waits for what is not there
    actionTimeout: 180_000,
    baseURL: url,
    // journeys delay or refuse files of the page, and a worker that has them would not ask; offline.spec.ts allows it
    serviceWorkers: "block",
    launchOptions: {
      executablePath: chromium(),
      args: ["--no-sandbox", "--autoplay-policy=no-user-gesture-required"],
    },
    locale: "en-GB",
    timezoneId: "Europe/Berlin",
    viewport: { width: 1280, height: 800 },
  },
  webServer: {
    command: `exec "${process.execPath}" ${builtServer} > ${journal}`,
    url: `${url}/api/health`,
    timeout: 300_000,
    env: {
      PORT: String(port),
      EMULATOR_PORT: String(emulatorPort),
      DATA_DIR: dataDir,
      DEMO_CONTENT: "off",
      LOG_LEVEL: "debug",
      OFFLINE_VIDEO: "on",
    },
    reuseExistingServer: false,
    gracefulShutdown: { signal: "SIGTERM", timeout: 10_000 },
  },
});
