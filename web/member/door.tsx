// Lets those with view permission through to the page, and tells everyone else where they stand.
// The server decides who sees what; this only spares people a page full of refusals.
import type { ReactNode } from "react";
import { useSearchParams } from "react-router";
import { useSite, useUser } from "#web/session.ts";
import { Waiting } from "#web/ui/waiting.tsx";
import { NoAccess } from "./no-access.tsx";
import { findProblemMessage } from "./sign-in-problems.ts";
import { useProblemToast } from "./use-problem-toast.ts";
import { Welcome } from "./welcome.tsx";

export function Door({ children }: { children: ReactNode }) {
  const { user, isChecked } = useUser();
  const { site } = useSite();
  const [query] = useSearchParams();
  useProblemToast(user !== null);
  if (!isChecked) return <Waiting>Checking who you are…</Waiting>;
  if (!user) return <Welcome site={site} problem={findProblemMessage(query.get("problem"))} />;
  return user.can_view ? children : <NoAccess user={user} />;
}
