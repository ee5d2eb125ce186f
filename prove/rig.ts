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
  describe(numbers: Numbers): string;
  /** True when everything in the goal is reached, also the number of trials. */
  isKept(numbers: Numbers): boolean;
  /** Why the goal was missed where the machine is the cause; shown beside the number. The run then fails only if a test failed. */
  reason?(numbers: Numbers): string | undefined;
}
