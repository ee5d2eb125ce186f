// Small bugs that are planted one at a time in a copy of the code. Each breaks one promise, and the test named beside it must fail.
import { doorBugs } from "./bugs-door.ts";
import { faultBugs } from "./bugs-faults.ts";
import { inputBugs } from "./bugs-input.ts";
import { keepingBugs } from "./bugs-keeping.ts";
import { matrixBugs } from "./bugs-matrix.ts";
import { timeBugs } from "./bugs-times.ts";

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
}

export const bugs: readonly Bug[] = [
  ...doorBugs,
  ...faultBugs,
  ...inputBugs,
  ...keepingBugs,
  ...matrixBugs,
  ...timeBugs,
];
