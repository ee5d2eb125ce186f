// Small bugs, each breaking one promise, planted one at a time in a scratch copy. The tests named beside each must fail.
import type { Bug } from "./bug.ts";
import { doorBugs } from "./bugs-door.ts";
import { faultBugs } from "./bugs-faults.ts";
import { inputBugs } from "./bugs-input.ts";
import { keepingBugs } from "./bugs-keeping.ts";
import { matrixBugs } from "./bugs-matrix.ts";
import { timeBugs } from "./bugs-times.ts";

export const bugs: readonly Bug[] = [
  ...doorBugs,
  ...faultBugs,
  ...inputBugs,
  ...keepingBugs,
  ...matrixBugs,
  ...timeBugs,
];
