// Small bugs, each breaking one promise, planted one at a time in a scratch copy. The tests named beside each must fail.
import { doorBugs } from "./bugs-door.ts";
import { faultBugs } from "./bugs-faults.ts";
import { inputBugs } from "./bugs-input.ts";
import { keepingBugs } from "./bugs-keeping.ts";
import { matrixBugs } from "./bugs-matrix.ts";
import { timeBugs } from "./bugs-times.ts";

export interface Bug {
  /** What it breaks. */
  promise: string;
  file: string;
  /** The first occurrence is replaced; it must be there. */
  from: string;
  to: string;
  /** Part of the path of the tests that have to notice. */
  test: string;
  /** A pattern for their names, where not all of the file is needed. */
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
