// Which path shows which page. The video page's code comes on demand, under the global loading bar.
import { lazy, Suspense, useEffect } from "react";
import { Navigate, Route, Routes } from "react-router";
import type { Video as VideoOfContract } from "#contract/video.ts";
import { HomePage } from "#web/library/home.tsx";
import { Door } from "#web/member/door.tsx";
import { loadPage, useUser } from "#web/session.ts";
import { usePageTitle } from "#web/title.ts";
import { Waiting } from "#web/ui/waiting.tsx";
import { NotFoundPage } from "./not-found.tsx";
import { Shell } from "./shell.tsx";

export function Pages() {
  return (
    <Routes>
      <Route element={<Shell />}>
        <Route index element={<Home />} />
        <Route path="video/:id" element={<Video />} />
        <Route path="404" element={<NotFoundPage />} />
        <Route path="*" element={<Navigate to="/404" replace />} />
      </Route>
    </Routes>
  );
}

function Home() {
  usePageTitle("Home");
  return (
    <Door>
      <HomePage />
    </Door>
  );
}

let video: ReturnType<typeof importVideo> | undefined;
const importVideo = () => loadPage(() => import("#web/player/page.tsx"));
const loadVideo = () => (video ??= importVideo());
const VideoPage = lazy(async () => ({ default: (await loadVideo()).VideoPage }));

const VideoTools = lazy(async () => ({ default: (await import("./video-tools.tsx")).VideoTools }));

/** Viewers never load them. */
function Tools({ video }: { video: VideoOfContract }) {
  const { user } = useUser();
  if (!user?.can_edit) return null;
  return (
    <Suspense>
      <VideoTools video={video} />
    </Suspense>
  );
}

function Video() {
  // Not left to the first rendering: the code can travel while the login check is still on its way.
  useEffect(() => void loadVideo().catch(() => undefined), []);
  return (
    <>
      <TitleUntilKnown />
      <Door>
        <Suspense fallback={<Waiting>Loading the page…</Waiting>}>
          <VideoPage Tools={Tools} />
        </Suspense>
      </Door>
    </>
  );
}

/** Before the page, so that the page has the last word. */
function TitleUntilKnown() {
  usePageTitle("Video");
  return null;
}
