// Small bugs that are planted one at a time in a copy of the code. Each breaks one promise, and the test named beside it must fail.
import type { Bug } from "./bug.ts";
import { browserBugs } from "./bugs-browsers.ts";
import { doorBugs } from "./bugs-door.ts";
import { faultBugs } from "./bugs-faults.ts";
import { inputBugs } from "./bugs-input.ts";
import { keepingBugs } from "./bugs-keeping.ts";
import { manyBugs } from "./bugs-many.ts";
import { matrixBugs } from "./bugs-matrix.ts";
import { secretBugs } from "./bugs-secrets.ts";
import { noticeBugs } from "./bugs-notices.ts";
import { timeBugs } from "./bugs-times.ts";

export const bugs: readonly Bug[] = [
  ...browserBugs,
  ...doorBugs,
  ...faultBugs,
  ...inputBugs,
  ...keepingBugs,
  ...manyBugs,
  ...matrixBugs,
  ...secretBugs,
  ...noticeBugs,
  ...timeBugs,
];
