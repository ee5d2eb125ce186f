// Which bugs are planted when all rigs run: all of them would take as long as the rigs, so the run takes a share, and each its turn.
import { createHash } from "node:crypto";
import type { Bug } from "./bug.ts";
import type { Results } from "../results.ts";

const partInAll = 0.25;

/** First those that were never planted or not caught, then those that were planted the longest ago. */
export function chooseBugs(bugs: readonly Bug[], { bugs: known }: Pick<Results, "bugs">, seed: string): Bug[] {
  // a day has more than one run
  const drawn = ({ promise }: Bug) => createHash("sha256").update(`${seed} ${promise}`).digest("hex");
  const isOpen = ({ promise }: Bug) => !known[promise]?.isCaught;
  const keyOf = (bug: Bug) => `${isOpen(bug) ? "" : known[bug.promise]?.date} ${drawn(bug)}`;
  const byTurn = bugs
    .map((bug) => ({ bug, key: keyOf(bug) }))
    .toSorted((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ bug }) => bug);
  const count = Math.max(bugs.filter(isOpen).length, Math.ceil(bugs.length * partInAll));
  return byTurn.slice(0, count);
}
