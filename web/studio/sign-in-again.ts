// Some actions need a recent login. The app starts one, and afterwards the person is back on the same page.
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
