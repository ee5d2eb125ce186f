// Shows the page to people with view permission; everybody else sees how to log in, or why they have no access.
// The server decides who sees what; without this the page would only show its refusals.
import { useQuery } from "@tanstack/react-query";
import { lazy, type ReactNode, Suspense, useEffect } from "react";
import { useSearchParams } from "react-router";
import type { ApiProblem } from "#web/api.ts";
import { userQuery, useSite, useUser } from "#web/session.ts";
import { Waiting } from "#web/ui/waiting.tsx";
import { words } from "./words.ts";
import { showToast } from "#web/ui/toast.tsx";
import type { SignInProblem } from "#contract/member.ts";
import type { Site } from "#contract/site.ts";
import { Notice } from "#web/ui/notice.tsx";
import { SignInButtons } from "./sign-in-buttons.tsx";
import { Scene } from "./scene.tsx";
import css from "#web/member/welcome/welcome.module.css";

// not what a first visit shows
const NoAccess = lazy(async () => ({ default: (await import("./no-access.tsx")).NoAccess }));
const OfflinePage = lazy(async () => ({ default: (await import("./offline/offline.tsx")).OfflinePage }));

interface Props {
  children: ReactNode;
  /** Everybody else sees this in place of the explanation. */
  otherwise?: ReactNode;
}

export function MembersOnly({ children, otherwise = false }: Props) {
  const { user, isChecked } = useUser();
  // Only where nobody is known yet: whoever is logged in keeps their page when the connection is lost.
  const isOffline = (useQuery(userQuery).error as ApiProblem | null)?.code === "unreachable" && !user;
  const { site } = useSite();
  const [query] = useSearchParams();
  useProblemToast(user !== null);
  if (otherwise !== false && !user?.can_view) return otherwise;
  if (!isChecked) return <Waiting>{words.checking}</Waiting>;
  if (isOffline)
    return (
      <Suspense>
        <OfflinePage />
      </Suspense>
    );
  if (!user) return <Welcome site={site} problem={findProblemMessage(query.get("problem"))} />;
  if (user.can_view) return children;
  return (
    <Suspense fallback={<Waiting>{words.checking}</Waiting>}>
      <NoAccess user={user} />
    </Suspense>
  );
}

/**
 * A problem in the address while somebody is logged in comes from connecting a second provider: a toast says what
 * went wrong, and the page stays as it is.
 */
function useProblemToast(isSignedIn: boolean): void {
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

/** The message for a problem query parameter; an unknown value has none. */
export function findProblemMessage(problem: string | null): string | undefined {
  return problem !== null && Object.hasOwn(words.problems, problem)
    ? words.problems[problem as SignInProblem]
    : undefined;
}

interface WelcomeProps {
  site: Site | undefined;
  /** Why the last attempt to log in failed, if it did. */
  problem: string | undefined;
}

/** The home page for somebody who is not logged in: what this archive is, and how to log in. */
function Welcome({ site, problem }: WelcomeProps) {
  const isClosed = site !== undefined && !site.patreon && !site.twitch;
  return (
    <Scene isOpen picture={site?.welcome?.picture}>
      <p className={css.over}>{words.welcome.over}</p>
      <h1 className={css.name}>{site?.name ?? words.welcome.name}</h1>
      <p className={css.lead}>{site?.welcome?.text ?? words.welcome.lead}</p>
      {problem ? (
        <Notice kind="error" title={words.welcome.problemTitle}>
          {problem}
        </Notice>
      ) : (
        <Notice kind="info" title={words.welcome.infoTitle}>
          {isClosed ? words.welcome.notSetUp : words.welcome.info}
        </Notice>
      )}
      {site && <SignInButtons site={site} isLarge />}
      {site?.welcome?.links && (
        <ul className={css.links}>
          {site.welcome.links.map(({ name, url }) => (
            <li key={name}>
              <a href={url}>{name}</a>
            </li>
          ))}
        </ul>
      )}
    </Scene>
  );
}
