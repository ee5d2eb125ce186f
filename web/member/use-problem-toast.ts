// A problem in the address while somebody is logged in comes from connecting a second provider:
// a toast says what went wrong, and the page stays as it is.
import { useEffect } from "react";
import { useSearchParams } from "react-router";
import { showToast } from "#web/ui/toast.tsx";
import { findProblemMessage } from "./sign-in-problems.ts";
import { words } from "./words.ts";

export function useProblemToast(isSignedIn: boolean): void {
  const [query, setQuery] = useSearchParams();
  const problem = isSignedIn ? query.get("problem") : null;
  useEffect(() => {
    if (problem === null) return;
    const message = findProblemMessage(problem);
    if (message) showToast({ kind: "error", message: words.login.failed(message) });
    setQuery(
      (old) => {
        old.delete("problem");
        return old;
      },
      { replace: true },
    );
  }, [problem, setQuery]);
}
