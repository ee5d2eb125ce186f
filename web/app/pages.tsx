// Which path shows which page.
import { Navigate, Route, Routes } from "react-router";
import { useUser } from "#web/session.ts";
import { HomeRoute, useWarmHome } from "./home.tsx";
import { ListsRoute } from "./lists.tsx";
import { NotFoundPage } from "./not-found.tsx";
import { PlayerPlace } from "./player-place.tsx";
import { Shell } from "#web/app/frame/shell.tsx";
import { SetUpRoute } from "./setup.tsx";
import { RareRoute } from "./rare.tsx";
import { SongsRoute } from "./songs.tsx";
import { StudioRoute } from "./studio.tsx";
import { VideoRoute } from "./video.tsx";

export function Pages() {
  "use no memo"; // cheap, and remembering its parts would make the first visit larger
  const { user } = useUser();
  useWarmHome(user?.can_view ?? false);
  return (
    <Shell>
      <PlayerPlace>
        <Routes>
          <Route index element={<HomeRoute />} />
          <Route path="video/:id" element={<VideoRoute />} />
          <Route path="songs" element={<SongsRoute />} />
          <Route path="song/:id" element={<SongsRoute />} />
          <Route path="lists" element={<ListsRoute />} />
          <Route path="list/:id" element={<ListsRoute />} />
          <Route path="studio/*" element={<StudioRoute />} />
          <Route path="setup" element={<SetUpRoute />} />
          {["saved/:id?", "privacy", "invitation", "moment/:token", "collections", "collection/:id"].map((path) => (
            <Route key={path} path={path} element={<RareRoute />} />
          ))}
          <Route path="404" element={<NotFoundPage />} />
          <Route path="*" element={<Navigate to="/404" replace />} />
        </Routes>
      </PlayerPlace>
    </Shell>
  );
}
