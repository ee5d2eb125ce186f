// What every action in the studio needs: the queries it makes stale, and a message for what the server refused.
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useContext } from "react";
import { sayProblem } from "#web/api.ts";
import { showToast } from "#web/ui/toast.tsx";
import { SignInAgainContext, wantsSignIn } from "./sign-in-again.ts";
import { words } from "./words.ts";

export interface Acting {
  queries: QueryClient;
  /** Shows a message, with a button to log in again where the server asks for that. */
  tell: (problem: unknown) => void;
}

export function useActing(): Acting {
  const queries = useQueryClient();
  const { begin } = useContext(SignInAgainContext);
  const tell = (problem: unknown) =>
    showToast({
      kind: "error",
      message: sayProblem(problem),
      ...(wantsSignIn(problem) && { action: { label: words.logInAgain, run: begin } }),
    });
  return { queries, tell };
}
