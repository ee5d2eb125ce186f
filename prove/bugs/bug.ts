// A small bug to be planted: what it breaks, where, and which tests have to notice.
import type { EngineName } from "../browsers/installed.ts";

export interface Bug {
  /** The promise that the bug breaks. */
  promise: string;
  file: string;
  /** The first occurrence is replaced; it must be there. */
  from: string;
  to: string;
  /** Part of the path of the test that must fail. */
  test: string;
  /** A pattern for test names, where not the whole file is needed. */
  name?: string;
  /** Only this one shows it: where it is not installed, the bug is not planted. */
  browser?: EngineName;
}
