// The video page as the app composes it: its code on demand under the global loading bar, and the editor's tools put in.
import { useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useEffect, useState } from "react";
import { useLocation, useNavigate, useParams } from "react-router";
import type { Video } from "#contract/video.ts";
import { Door } from "#web/member/door.tsx";
import { positionsQuery } from "#web/positions.ts";
import { loadPage, useUser } from "#web/session.ts";
import { usePageTitle } from "#web/title.ts";
import { Waiting } from "#web/ui/waiting.tsx";
import { videoQuery } from "#web/video-query.ts";
import { arrangeVideos } from "./list-order.ts";
import { askAtHome } from "./way-back.ts";

type Code = typeof import("#web/player/page/page.tsx");
let code: Code | undefined;

/** With the loading bar, unless somebody pointed at a recording first and it is here already. */
async function loadCode(): Promise<Code> {
  code ??= await loadPage(() => import("#web/player/page/page.tsx"));
  return code;
}

/** Without a sign of it: nobody has asked for the page yet. */
export async function warmCode(): Promise<Code> {
  code ??= await import("#web/player/page/page.tsx");
  return code;
}

export function VideoRoute() {
  const { user, isChecked } = useUser();
  return (
    <>
      <TitleUntilKnown />
      {isChecked && !user ? (
        <ToHome />
      ) : (
        <Door>
          <OnDemand />
        </Door>
      )}
    </>
  );
}

/** Where people are asked to sign in. */
function ToHome() {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    // who has just logged out is on the way home already, and does not want to come back
    if (location.pathname === pathname) void navigate(askAtHome({ pathname, search }), { replace: true });
  }, [navigate, pathname, search]);
  return null;
}

// Not a lazy component: React holds back what follows a fallback for a third of a second.
function OnDemand() {
  const { id = "" } = useParams();
  const queries = useQueryClient();
  const [{ page, failure }, setLoaded] = useState<{ page?: Code | undefined; failure?: unknown }>({ page: code });
  useEffect(() => {
    // The answers travel together with the code.
    void queries.prefetchQuery(videoQuery(id));
    void queries.prefetchQuery(positionsQuery);
    loadCode().then(
      (loaded) => setLoaded({ page: loaded }),
      (problem: unknown) => setLoaded({ failure: problem }),
    );
  }, [queries, id]);
  if (failure !== undefined) throw failure;
  return page ? <page.VideoPage Tools={Tools} arrange={arrangeVideos} /> : <Waiting>Loading the page…</Waiting>;
}

const VideoTools = lazy(async () => ({ default: (await import("./video-tools.tsx")).VideoTools }));

/** Viewers never load them. */
function Tools({ video }: { video: Video }) {
  const { user } = useUser();
  if (!user?.can_edit) return null;
  return (
    <Suspense>
      <VideoTools video={video} />
    </Suspense>
  );
}

/** Before the page, so that the page has the last word. */
function TitleUntilKnown() {
  usePageTitle("Video");
  return null;
}
