// What the archive promises, as numbers: which tests count them, and what they have to be.

/** What the tests of a rig counted, added up; of what begins with "most" the highest. */
export type Numbers = Record<string, number>;

export interface Rig {
  /** As the tests publish it. */
  name: string;
  promise: string;
  goal: string;
  /** Parts of the paths of its tests. */
  tests: readonly string[];
  describe(numbers: Numbers): string;
  isKept(numbers: Numbers): boolean;
}

export const rigs: readonly Rig[] = [];
