// Bugs that show when a disk, a database or the server itself fails. Where mounting or tracing is not allowed they pass unseen.
import type { Bug } from "./bug.ts";

export const faultBugs: readonly Bug[] = [
  {
    promise: "a disk that is full in a step of preparing is waited for",
    file: "server/prepare/prepare.ts",
    from: `    if (wait) throw wait;\n`,
    to: "",
    test: "prove/disk-preparing.test.ts",
  },
  {
    promise: "an edit on a full disk is refused in words",
    file: "server/http/door/problems.ts",
    from: `if (isDiskFull(error))`,
    to: `if (error === undefined)`,
    test: "prove/disk.test.ts",
    name: "uploads and edits",
  },
  {
    promise: "nothing is taken in while the media volume is away",
    file: "server/intake/take-in.ts",
    from: `  await requireMounted(media.store);\n`,
    to: "",
    test: "prove/disk.test.ts",
    name: "a media volume that is away",
  },
  {
    promise: "another archive's media stop the start",
    file: "server/main.ts",
    from: `  if (hasVideos) await requireOwnStore(parts);\n`,
    to: "",
    test: "prove/disk.test.ts",
    name: "a media volume that is away",
  },
  {
    promise: "a deletion is acknowledged when it is done",
    file: "server/cleanup/purge.ts",
    from: `  return finishPurge(parts, id, by.now);`,
    to: `  void finishPurge(parts, id, by.now);\n  return true;`,
    test: "prove/crash-calls.test.ts",
    name: "purge",
  },
  {
    promise: "a database that is cut off for a moment is no fault of ours",
    file: "server/http/door/problems.ts",
    from: `if (isAway(error))`,
    to: `if (error === undefined)`,
    test: "prove/faults.test.ts",
    name: "a PostgreSQL that cuts",
  },
  {
    promise: "an edit that the disk did not keep is not acknowledged",
    file: "server/database/sqlite.ts",
    from: `["synchronous", "full", 2]`,
    to: `["synchronous", "normal", 1]`,
    test: "prove/disk-errors.test.ts",
  },
  {
    promise: "a recording that the disk did not let us read is not taken for a short one",
    file: "server/media/ffmpeg/run.ts",
    from: `const hasDiskFailed = saysDiskFailed(log);`,
    to: `const hasDiskFailed = code !== 0 && saysDiskFailed(log);`,
    test: "prove/disk-errors-preparing.test.ts",
  },
  {
    promise: "an edit that was acknowledged outlives a crash of PostgreSQL",
    file: "server/database/postgres.ts",
    from: `synchronous_commit: "on"`,
    to: `synchronous_commit: "off"`,
    test: "prove/faults.test.ts",
    name: "a PostgreSQL that crashes",
  },
];
