// The video page: its code is loaded on demand under the global loading bar; the app adds the editor's buttons.
import { useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useEffect, useEffectEvent, useState } from "react";
import { useLocation, useNavigate, useParams } from "react-router";
import type { Video } from "#contract/video.ts";
import { MembersOnly } from "#web/member/members-only.tsx";
import { useAway } from "#web/memory/away.ts";
import { CloseBar, useGo, usePlace } from "#web/place.ts";
import { positionsQuery } from "#web/memory/positions.ts";
import { loadPage, useUser } from "#web/session.ts";
import { usePageTitle } from "#web/title.ts";
import { Waiting } from "#web/ui/waiting.tsx";
import { videoQuery } from "#web/video-query.ts";
import { arrangeVideos } from "./list-order.ts";
import { askAtHome } from "./way-back.ts";
import { words } from "./words.ts";

type Code = typeof import("#web/player/page/page.tsx");
let code: Code | undefined;

/** Shows the loading bar, unless the code was already loaded in advance. */
async function loadCode(): Promise<Code> {
  code ??= await loadPage(() => import("#web/player/page/page.tsx"));
  return code;
}

/** The loading bar is not shown: nobody has opened the page yet. */
export async function warmCode(): Promise<Code> {
  code ??= await import("#web/player/page/page.tsx");
  return code;
}

export function VideoRoute() {
  const { id = "" } = useParams();
  const { user, isChecked } = useUser();
  const isBar = usePlace().show === "bar";
  if (isBar && !isChecked) return null;
  return (
    <>
      {!isBar && <TitleUntilKnown />}
      {isChecked && !user && !isBar ? (
        <ToHome />
      ) : (
        <MembersOnly otherwise={isBar && <CloseBar />}>
          <OnDemand key={id} id={id} />
        </MembersOnly>
      )}
    </>
  );
}

/** People log in on the home page. */
function ToHome() {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    // not after logging out, which opens the home page without the address of this recording
    if (location.pathname === pathname) void navigate(askAtHome({ pathname, search }), { replace: true });
  }, [navigate, pathname, search]);
  return null;
}

// Not a lazy component: React delays what replaces a fallback by 300 ms.
function OnDemand({ id }: { id: string }) {
  const queries = useQueryClient();
  const { search } = useLocation();
  // only when it is opened: what plays already goes on
  const [isSaved] = useState(() => useAway.getState().saved?.has(id) === true);
  const [{ page, failure }, setLoaded] = useState<{ page?: Code | undefined; failure?: unknown }>({ page: code });
  useEffect(() => {
    if (isSaved) return;
    // Load the data together with the code.
    void queries.prefetchQuery(videoQuery(id));
    void queries.prefetchQuery(positionsQuery);
    loadCode().then(
      (loaded) => setLoaded({ page: loaded }),
      (problem: unknown) => setLoaded({ failure: problem }),
    );
  }, [queries, id, isSaved]);
  if (failure !== undefined) throw failure;
  if (isSaved) return <ToSaved to={`/saved/${id}${search}`} />;
  return page ? <page.VideoPage Tools={Tools} arrange={arrangeVideos} /> : <Waiting>{words.loading.recording}</Waiting>;
}

/** What plays without a connection is in this browser. */
function ToSaved({ to }: { to: string }) {
  const go = useGo();
  const open = useEffectEvent(() => go(to, { replace: true }));
  useEffect(() => open(), []);
  return null;
}

const LazyTools = lazy(async () => ({ default: (await import("./on-demand/tools.tsx")).Tools }));

/** Loaded after the page. */
function Tools({ video }: { video: Video }) {
  return (
    <Suspense>
      <LazyTools video={video} />
    </Suspense>
  );
}

/** Rendered before the page, so that the page can replace the title. */
function TitleUntilKnown() {
  usePageTitle(words.titles.recording);
  return null;
}
