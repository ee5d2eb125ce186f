// A rig: tests that count, and what their numbers have to be.
/** What the tests of a rig counted, added up; of what begins with "most" the highest. */
export type Numbers = Record<string, number>;

export interface Rig {
  /** As the tests publish it. */
  name: string;
  promise: string;
  goal: string;
  /** Parts of the paths of its tests. */
  tests: readonly string[];
  /** It measures what the machine can do, so nothing runs beside it. */
  isAlone?: boolean;
  isLong?: boolean;
  /** It is about what a disk keeps, or how fast that is; all others have their folders in memory, where there is enough. */
  needsDisk?: boolean;
  describe(numbers: Numbers): string;
  /** Everything the goal says, the number it names too. */
  isKept(numbers: Numbers): boolean;
  /** Why it stayed below its goal, where that is nobody's fault: told beside the number. Only a failed test fails then. */
  reason?(numbers: Numbers): string | undefined;
}
