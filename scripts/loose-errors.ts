// A reporter for Vitest: what was thrown outside any test (a promise nobody waited for, a worker that ended) fails the run
// without failing a test. Its other reporters print that in the middle of a long log; this one keeps it for the end.
import { writeFileSync } from "node:fs";
import type { Reporter } from "vitest/node";

export interface LooseError {
  /** The test file that was running, where that is known. */
  file?: string;
  message: string;
}

export default class LooseErrors implements Reporter {
  onTestRunEnd(...[, errors]: Parameters<NonNullable<Reporter["onTestRunEnd"]>>): void {
    const file = process.env["LOOSE_ERRORS"];
    const loose = errors.map((error): LooseError => {
      const running: unknown = error["VITEST_TEST_PATH"];
      const cause = error.cause instanceof Object && "message" in error.cause ? `\n${error.cause.message}` : "";
      const message = `${error.stack ?? `${error.name}: ${error.message}`}${cause}`;
      return typeof running === "string" ? { file: running, message } : { message };
    });
    if (file) writeFileSync(file, JSON.stringify(loose));
  }
}
