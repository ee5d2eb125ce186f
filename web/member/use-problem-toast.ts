// A problem that comes back while somebody is signed in belongs to connecting a second provider:
// the page stays as it is, and a toast says what went wrong.
import { useEffect } from "react";
import { useSearchParams } from "react-router";
import { showToast } from "#web/ui/toast.tsx";
import { findProblemMessage } from "./sign-in-problems.ts";

export function useProblemToast(isSignedIn: boolean): void {
  const [query, setQuery] = useSearchParams();
  const problem = isSignedIn ? query.get("problem") : null;
  useEffect(() => {
    if (problem === null) return;
    const message = findProblemMessage(problem);
    if (message) showToast({ kind: "error", message: `Error occured while performing the log in: ${message}` });
    setQuery(
      (old) => {
        old.delete("problem");
        return old;
      },
      { replace: true },
    );
  }, [problem, setQuery]);
}
