// Some acts want a fresh login. The app knows how to begin one; it leads back to where the person was.
import { createContext } from "react";
import { ApiProblem } from "#web/api.ts";

export interface SignInAgain {
  begin: () => void;
  isPending: boolean;
}

export const SignInAgainContext = createContext<SignInAgain>({ begin: () => undefined, isPending: false });

export function wantsSignIn(problem: unknown): problem is ApiProblem {
  return problem instanceof ApiProblem && problem.code === "sign-in-again";
}
