// 'Log out': ends the session on the server, removes the person's data from this page, and opens the home page.
import { Suspense, useState } from "react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { ApiProblem, call, holdCalls } from "#web/api.ts";
import { patientStorage } from "#web/memory/persisted.ts";
import { searchesEntry } from "#web/memory/person.ts";
import { continueTelling, finishTelling } from "#web/memory/positions.ts";
import { hasSaved, LogOutQuestion, settleSaved, siteQuery, userQuery } from "#web/session.ts";
import { Button } from "#web/ui/button.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { words } from "#web/member/words.ts";

export function LogOutButton() {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const logOut = useMutation({
    mutationFn: async () => {
      holdCalls(new Promise((resolve) => (release = resolve)));
      await queries.cancelQueries();
      await finishTelling();
      await endThisSession();
      await settleSaved(null);
      patientStorage.removeItem(searchesEntry);
    },
    onSuccess: async () => {
      queries.setQueryData(userQuery.queryKey, null);
      const kept = [userQuery.queryKey[0], siteQuery.queryKey[0]];
      queries.removeQueries({ predicate: ({ queryKey }) => !kept.includes(String(queryKey[0])) });
      await navigate("/");
    },
    onError: (error) => showToast({ kind: "error", message: words.logOutFailed(error.message) }),
    // parts of the page that are about to go would ask at once
    onSettled: (_, error) => void setTimeout(() => release?.(), error ? 0 : 1000),
  });
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button look="quiet" busy={logOut.isPending} onClick={() => (hasSaved() ? setAsking(true) : logOut.mutate())}>
        {words.logOut}
      </Button>
      {isAsking && (
        <Suspense>
          <LogOutQuestion logOut={() => logOut.mutateAsync()} close={() => setAsking(false)} />
        </Suspense>
      )}
    </>
  );
}

/** Whatever the page asked meanwhile is sent now. */
let release: (() => void) | undefined;

async function endThisSession(): Promise<void> {
  try {
    await call("logOut");
  } catch (problem) {
    // The session was already ended elsewhere, which is the wanted result.
    if (problem instanceof ApiProblem && problem.status === 401) return;
    continueTelling();
    throw problem;
  }
}
