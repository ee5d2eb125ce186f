// Three kinds of tests beside the code: the server's (Node, real databases), the page's plain functions (Node),
// and the page's components in a real browser. Journeys through the whole product are in e2e/.
import { availableParallelism } from "node:os";
import react from "@vitejs/plugin-react";
import { playwright } from "@vitest/browser-playwright";
import { defineConfig } from "vitest/config";
import { chromium } from "#scripts/chromium.ts";
import { rigsInShort } from "./prove/rig.ts";
import { withLong } from "#server/testing/proof.ts";

// npm test -- --scaled; a bucket is slower than a disk
const patience = process.env["TEST_STORE"] === "s3" ? 4 : 1;

export default defineConfig({
  test: {
    // a fifth of what a test of the server does is waiting: a third worker uses it where there are two cores
    maxWorkers: Math.max(3, availableParallelism() - 1),
    tags: [{ name: "long", description: "Not in npm test. A rig of npm run prove has to list its file." }],
    ...(!withLong && { tagsFilter: ["!long"] }),
    projects: [
      {
        test: {
          name: "server",
          include: [
            "{server,contract,deploy,emulator,scripts}/**/*.test.ts",
            ...(withLong ? ["prove/**/*.test.ts"] : rigsInShort),
          ],
          environment: "node",
          // the files of one worker share their modules, which are loaded once: a quarter of the time
          isolate: false,
          globalSetup: ["server/testing/set-up/build-server.ts", "server/testing/set-up/global-setup.ts"],
          setupFiles: ["server/testing/set-up/quick-folder.ts", "server/testing/set-up/count-long.ts"],
          // for a machine that is busy with other things; what is waited for is there long before
          testTimeout: 300_000 * patience,
          hookTimeout: 300_000 * patience,
          maxConcurrency: 8,
          expect: { poll: { timeout: 120_000 } },
        },
      },
      {
        // plain functions: the files of one worker share their modules here, too
        test: { name: "page", include: ["web/**/*.test.ts"], environment: "node", isolate: false },
      },
      {
        plugins: [react()],
        root: "web",
        cacheDir: "../.cache/vitest",
        // known beforehand: one that is discovered in the middle reloads the page under the tests
        optimizeDeps: {
          include: [
            "@tanstack/react-query",
            "axe-core",
            "react",
            "react-dom",
            "react-dom/client",
            "react-router",
            "react/jsx-dev-runtime",
            "react/jsx-runtime",
            "tus-js-client",
            "vitest-browser-react",
            "zustand",
            "zustand/middleware",
            "zustand/vanilla",
          ],
        },
        test: {
          name: "components",
          include: ["**/*.test.tsx"],
          testTimeout: 180_000,
          expect: { poll: { timeout: 60_000 } },
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({ launchOptions: { executablePath: chromium(), args: ["--no-sandbox"] } }),
            instances: [{ browser: "chromium" }],
          },
        },
      },
    ],
  },
});
