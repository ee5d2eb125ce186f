// Which message the home page shows for the problem in its address.
import type { SignInProblem } from "#contract/member.ts";
import { words } from "./words.ts";

/** The message for a problem query parameter; an unknown value has none. */
export function findProblemMessage(problem: string | null): string | undefined {
  return problem !== null && Object.hasOwn(words.problems, problem)
    ? words.problems[problem as SignInProblem]
    : undefined;
}
