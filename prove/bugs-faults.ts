// Bugs that show only when a disk, a database or the server fails. Machines that forbid mounting or tracing cannot catch them.
import type { Bug } from "./bug.ts";

export const faultBugs: readonly Bug[] = [
  {
    promise: "preparing waits while the disk is full",
    file: "server/prepare/prepare.ts",
    from: `    if (wait) throw wait;\n`,
    to: "",
    test: "prove/disk-preparing.test.ts",
  },
  {
    promise: "an edit on a full disk is refused with a sentence that says so",
    file: "server/http/door/problems.ts",
    from: `if (isDiskFull(error))`,
    to: `if (error === undefined)`,
    test: "prove/disk.test.ts",
    name: "uploads and edits",
  },
  {
    promise: "nothing is taken in while the media volume is missing",
    file: "server/intake/take-in.ts",
    from: `  await requireMounted(media.store);\n`,
    to: "",
    test: "prove/disk.test.ts",
    name: "a media volume that is missing",
  },
  {
    promise: "the server does not start with the media of another archive",
    file: "server/main.ts",
    from: `  if (hasVideos) await requireOwnStore(parts);\n`,
    to: "",
    test: "prove/disk.test.ts",
    name: "a media volume that is missing",
  },
  {
    promise: "a deletion is acknowledged only after it is done",
    file: "server/cleanup/purge.ts",
    from: `  return finishPurge(parts, id, by.now);`,
    to: `  void finishPurge(parts, id, by.now);\n  return true;`,
    test: "prove/crash-calls.test.ts",
    name: "purge",
  },
  {
    promise: "while the database is unreachable, clients are told to try again",
    file: "server/http/door/problems.ts",
    from: `if (isAway(error))`,
    to: `if (error === undefined)`,
    test: "prove/faults.test.ts",
    name: "a PostgreSQL that cuts",
  },
  {
    promise: "an edit that the disk did not store is not acknowledged",
    file: "server/database/sqlite-dialect.ts",
    from: `if (isWritten) await this.#durable?.flush();`,
    to: `if (isWritten) await this.#durable?.flush().catch(() => undefined);`,
    test: "prove/disk-errors.test.ts",
  },
  {
    promise: "a recording that could not be read to its end is not treated as a shorter one",
    file: "server/media/ffmpeg/run.ts",
    from: `const hasDiskFailed = saysDiskFailed(log);`,
    to: `const hasDiskFailed = code !== 0 && saysDiskFailed(log);`,
    test: "prove/disk-errors-preparing.test.ts",
  },
  {
    promise: "an acknowledged edit survives a crash of PostgreSQL",
    file: "server/database/postgres.ts",
    from: `synchronous_commit: "on"`,
    to: `synchronous_commit: "off"`,
    test: "prove/faults.test.ts",
    name: "a PostgreSQL that crashes",
  },
];
