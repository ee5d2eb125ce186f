// Small bugs that are planted one at a time in a copy of the code. Each breaks one promise, and the test named beside it must fail.
import type { Bug } from "./bug.ts";
import { browserBugs } from "./browsers.ts";
import { doorBugs } from "./door.ts";
import { faultBugs } from "./faults.ts";
import { houseBugs } from "./house.ts";
import { inputBugs } from "./input.ts";
import { keepingBugs } from "./keeping.ts";
import { manyBugs } from "./many.ts";
import { matrixBugs } from "./matrix.ts";
import { secretBugs } from "./secrets.ts";
import { noticeBugs } from "./notices.ts";
import { timeBugs } from "./times.ts";

export const bugs: readonly Bug[] = [
  ...browserBugs,
  ...doorBugs,
  ...faultBugs,
  ...houseBugs,
  ...inputBugs,
  ...keepingBugs,
  ...manyBugs,
  ...matrixBugs,
  ...secretBugs,
  ...noticeBugs,
  ...timeBugs,
];
