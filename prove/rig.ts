// A rig: tests that count, and what their numbers have to be.
/** What the tests of a rig counted: sums, and for names that begin with "most" the highest value. */
export type Numbers = Record<string, number>;

export interface Rig {
  /** The name under which its tests publish their numbers. */
  name: string;
  promise: string;
  goal: string;
  /** Parts of the paths of its tests. */
  tests: readonly string[];
  /** It measures what the machine can do, so nothing else may run at the same time. */
  isAlone?: boolean;
  isLong?: boolean;
  /** It depends on a real disk. All others use folders in memory, where there is enough. */
  needsDisk?: boolean;
  /** Which part of its trials it does when all rigs run, so that they end within an hour; without it all. Alone it does all. */
  partInAll?: number;
  /** At least so many of each were tried. */
  trials?: Numbers;
  describe(numbers: Numbers): string;
  /** True when what the goal says besides the number of trials is reached. */
  isKept?(numbers: Numbers, part: number): boolean;
  /** Why the goal was missed where the machine is the cause; shown beside the number. The run then fails only if a test failed. */
  reason?(numbers: Numbers): string | undefined;
}

/** True when everything in the goal is reached; of a part, that part of the trials is enough. */
export function isKept({ trials = {}, isKept: isRight = () => true }: Rig, numbers: Numbers, part: number): boolean {
  const hasTried = Object.entries(trials).every(([name, least]) => (numbers[name] ?? 0) >= Math.floor(least * part));
  return hasTried && isRight(numbers, part);
}

/** What npm test runs of prove/: rigs that find a fault of a new route or a new setting. `npm run prove` runs all. */
export const rigsInShort = [
  ...["authorisation", "canaries", "fuzz", "levels", "once", "ranges", "raw-http", "report", "stall", "uploads"],
  ...["bugs/bugs", "players/heard"],
].map((name) => `prove/${name}.test.ts`);
