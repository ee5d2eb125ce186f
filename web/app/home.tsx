// The home page: the login for everybody; the code of the library is loaded only for members who may view it.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { Navigate, useLocation } from "react-router";
import { MembersOnly } from "#web/member/members-only.tsx";
import { positionsQuery } from "#web/memory/positions.ts";
import { useUser } from "#web/session.ts";
import { usePageTitle } from "#web/title.ts";
import { Waiting } from "#web/ui/waiting.tsx";
import { rememberOrder } from "./list-order.ts";
import { findWayBack } from "./way-back.ts";
import { words } from "./words.ts";

type Code = typeof import("#web/library/home.tsx");
let code: Code | undefined;

async function loadCode(): Promise<Code> {
  code ??= await import("#web/library/home.tsx");
  return code;
}

/** Called on every page for members, so that the home page opens without waiting for its code. */
export function useWarmHome(canView: boolean): void {
  useEffect(() => {
    // When it fails, opening the home page shows the error.
    if (canView) void loadCode().catch(() => undefined);
  }, [canView]);
}

export function HomeRoute() {
  usePageTitle(words.titles.home);
  const { search } = useLocation();
  useEffect(() => rememberOrder(search), [search]);
  const { user } = useUser();
  useWarmVideos(user?.can_view ?? false);
  // What was watched on another device can be continued here.
  useQuery({ ...positionsQuery, enabled: user?.can_view ?? false });
  const query = new URLSearchParams(search);
  const back = findWayBack(query);
  // a login problem is shown first
  if (user && back !== undefined && !query.has("problem")) return <Navigate to={back} replace />;
  // from before there was a page for it
  if (user?.can_view && query.has("q"))
    return <Navigate to={`/search?${new URLSearchParams({ q: query.get("q") ?? "" })}`} replace />;
  return (
    <MembersOnly>
      <OnDemand />
    </MembersOnly>
  );
}

/** Loaded after the page: nothing on it waits for this. */
function useWarmVideos(canView: boolean): void {
  const queries = useQueryClient();
  useEffect(() => {
    if (!canView) return;
    let stop: (() => void) | undefined;
    let isOver = false;
    // When it fails, recordings open without having been loaded in advance.
    import("./warm-videos.ts").then(
      ({ warmVideos }) => {
        if (!isOver) stop = warmVideos(queries);
      },
      () => undefined,
    );
    return () => {
      isOver = true;
      stop?.();
    };
  }, [queries, canView]);
}

// Not a lazy component: React delays what replaces a fallback by 300 ms.
function OnDemand() {
  const [{ page, failure }, setLoaded] = useState<{ page?: Code | undefined; failure?: unknown }>({ page: code });
  useEffect(() => {
    if (page) return;
    loadCode().then(
      (loaded) => setLoaded({ page: loaded }),
      (problem: unknown) => setLoaded({ failure: problem }),
    );
  }, [page]);
  if (failure !== undefined) throw failure;
  return page ? <page.HomePage /> : <Waiting>{words.loading.recordings}</Waiting>;
}
