// The studio, for editors only: its code is loaded on demand under the global loading bar; the app adds how to log in again.
import { useEffect, useState } from "react";
import { Navigate } from "react-router";
import { MembersOnly } from "#web/member/members-only.tsx";
import { useSignIn } from "#web/member/use-sign-in.ts";
import { loadPage, useUser } from "#web/session.ts";
import { Waiting } from "#web/ui/waiting.tsx";
import { words } from "./words.ts";

type Code = typeof import("./on-demand/studio-pages.tsx");

export function StudioRoute() {
  return (
    <MembersOnly>
      <ForEditors />
    </MembersOnly>
  );
}

function ForEditors() {
  const { user } = useUser();
  return user?.can_edit ? <OnDemand /> : <Navigate to="/404" replace />;
}

// Not a lazy component: React delays what replaces a fallback by 300 ms.
function OnDemand() {
  const { user } = useUser();
  const signIn = useSignIn();
  const [{ code, failure }, setLoaded] = useState<{ code?: Code; failure?: unknown }>({});
  useEffect(() => {
    loadPage(() => import("./on-demand/studio-pages.tsx")).then(
      (loaded) => setLoaded({ code: loaded }),
      (problem: unknown) => setLoaded({ failure: problem }),
    );
  }, []);
  if (failure !== undefined) throw failure;
  if (!code) return <Waiting>{words.loading.studio}</Waiting>;
  const provider = user?.identities.find(({ state }) => state === "ok")?.provider ?? "patreon";
  const begin = () => signIn.mutate({ provider, forceVerify: false });
  return <code.StudioPage signInAgain={{ begin, isPending: signIn.isPending }} />;
}
