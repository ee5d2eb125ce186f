// Shows the page to people with view permission; everybody else sees how to log in, or why they have no access.
// The server decides who sees what; without this the page would only show its refusals.
import { useQuery } from "@tanstack/react-query";
import { lazy, type ReactNode, Suspense } from "react";
import { useSearchParams } from "react-router";
import type { ApiProblem } from "#web/api.ts";
import { userQuery, useSite, useUser } from "#web/session.ts";
import { Waiting } from "#web/ui/waiting.tsx";
import { NoAccess } from "./no-access.tsx";
import { findProblemMessage } from "./sign-in-problems.ts";
import { useProblemToast } from "./use-problem-toast.ts";
import { Welcome } from "#web/member/welcome/welcome.tsx";
import { words } from "./words.ts";

const OfflinePage = lazy(async () => ({ default: (await import("./offline/offline.tsx")).OfflinePage }));

export function Door({ children }: { children: ReactNode }) {
  const { user, isChecked } = useUser();
  // Only where nobody is known yet: whoever is logged in keeps their page when the connection is lost.
  const isOffline = (useQuery(userQuery).error as ApiProblem | null)?.code === "unreachable" && !user;
  const { site } = useSite();
  const [query] = useSearchParams();
  useProblemToast(user !== null);
  if (!isChecked) return <Waiting>{words.checking}</Waiting>;
  if (isOffline)
    return (
      <Suspense>
        <OfflinePage />
      </Suspense>
    );
  if (!user) return <Welcome site={site} problem={findProblemMessage(query.get("problem"))} />;
  return user.can_view ? children : <NoAccess user={user} />;
}
