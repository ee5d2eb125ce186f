// Before each test file of the server: temporary folders are in memory, where there is enough. On a disk every commit waits for
// it, which was a fifth of the time. Tests of disks, kills and backups stay on the disk, and `npm run prove` chooses itself.
import { expect } from "vitest";
import { findQuickFolder } from "../postgres.ts";

const needsDisk =
  /\/prove\/(crash|disk|faults|hostile|overload|restore)|\/(backup|database)\/|\/store\/disk|kill|\/(main|roles|cluster)\.test/;

if (process.env["PROVE"] !== "full" && !needsDisk.test(expect.getState().testPath ?? ""))
  process.env["TMPDIR"] = findQuickFolder();
