// Which path shows which page.
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { Navigate, Route, Routes, useLocation } from "react-router";
import { HomePage } from "#web/library/home.tsx";
import { Door } from "#web/member/door.tsx";
import { positionsQuery } from "#web/positions.ts";
import { useUser } from "#web/session.ts";
import { usePageTitle } from "#web/title.ts";
import { rememberOrder } from "./list-order.ts";
import { NotFoundPage } from "./not-found.tsx";
import { Shell } from "./shell.tsx";
import { StudioRoute } from "./studio.tsx";
import { useWarmVideo } from "./use-warm-video.ts";
import { VideoRoute } from "./video.tsx";
import { findWayBack } from "./way-back.ts";

export function Pages() {
  return (
    <Routes>
      <Route element={<Shell />}>
        <Route index element={<Home />} />
        <Route path="video/:id" element={<VideoRoute />} />
        <Route path="studio/*" element={<StudioRoute />} />
        <Route path="404" element={<NotFoundPage />} />
        <Route path="*" element={<Navigate to="/404" replace />} />
      </Route>
    </Routes>
  );
}

function Home() {
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
      <HomePage />
    </Door>
  );
}
