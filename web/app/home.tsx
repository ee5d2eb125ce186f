// The home page as the app composes it: the sign-in for everybody, the library's code only for members who may view it.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { Navigate, useLocation } from "react-router";
import { listQuery } from "#web/library/queries.ts";
import { Door } from "#web/member/door.tsx";
import { positionsQuery } from "#web/positions.ts";
import { useUser } from "#web/session.ts";
import { usePageTitle } from "#web/title.ts";
import { Waiting } from "#web/ui/waiting.tsx";
import { rememberOrder } from "./list-order.ts";
import { useWarmVideo } from "./use-warm-video.ts";
import { findWayBack } from "./way-back.ts";

type Code = typeof import("#web/library/home.tsx");
let code: Code | undefined;

async function loadCode(): Promise<Code> {
  code ??= await import("#web/library/home.tsx");
  return code;
}

/** On every page, as soon as a member is known: the way home should not have to wait. */
export function useWarmHome(canView: boolean): void {
  useEffect(() => {
    // Not reachable now: opening the home page will say so.
    if (canView) void loadCode().catch(() => undefined);
  }, [canView]);
}

export function HomeRoute() {
  usePageTitle("Home");
  const { search } = useLocation();
  useEffect(() => rememberOrder(search), [search]);
  const { user } = useUser();
  useWarmVideo(user?.can_view ?? false);
  // What another device has begun can be continued here.
  useQuery({ ...positionsQuery, enabled: user?.can_view ?? false });
  const query = new URLSearchParams(search);
  const back = findWayBack(query);
  // what went wrong is said first
  if (user && back !== undefined && !query.has("problem")) return <Navigate to={back} replace />;
  return (
    <Door>
      <OnDemand />
    </Door>
  );
}

// Not a lazy component: React holds back what follows a fallback for a third of a second.
function OnDemand() {
  const queries = useQueryClient();
  const [{ page, failure }, setLoaded] = useState<{ page?: Code | undefined; failure?: unknown }>({ page: code });
  useEffect(() => {
    if (page) return;
    // The list travels together with the code.
    void queries.prefetchQuery(listQuery);
    loadCode().then(
      (loaded) => setLoaded({ page: loaded }),
      (problem: unknown) => setLoaded({ failure: problem }),
    );
  }, [queries, page]);
  if (failure !== undefined) throw failure;
  return page ? <page.HomePage /> : <Waiting>Loading the recordings…</Waiting>;
}
