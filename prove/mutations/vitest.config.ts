// The tests beside the code that is mutated, and nothing else: without databases and browsers.
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: [
      "server/access/*.test.ts",
      "server/cleanup/plan.test.ts",
      "server/media/fragments/judge.test.ts",
      "server/library/songs/text/text.test.ts",
    ],
    environment: "node",
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
