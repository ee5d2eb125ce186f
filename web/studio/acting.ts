// What every act in the studio needs: the answers it makes stale, and a way to tell what was refused.
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useContext } from "react";
import { sayProblem } from "#web/api.ts";
import { showToast } from "#web/ui/toast.tsx";
import { SignInAgainContext, wantsSignIn } from "./sign-in-again.ts";

export interface Acting {
  queries: QueryClient;
  /** As a message; with a way to log in again where that is all the server wants. */
  tell: (problem: unknown) => void;
}

export function useActing(): Acting {
  const queries = useQueryClient();
  const { begin } = useContext(SignInAgainContext);
  const tell = (problem: unknown) =>
    showToast({
      kind: "error",
      message: sayProblem(problem),
      ...(wantsSignIn(problem) && { action: { label: "Log in again", run: begin } }),
    });
  return { queries, tell };
}
