// Which path shows which page.
import { Navigate, Route, Routes } from "react-router";
import { useUser, loadPage } from "#web/session.ts";
import { HomeRoute, useWarmHome } from "./home.tsx";
import { PlayerPlace } from "./player-place.tsx";
import { Shell } from "#web/app/frame/shell.tsx";
import { RareRoute } from "./rare.tsx";
import { SearchRoute, SongsRoute } from "./songs.tsx";
import { StudioRoute } from "./studio.tsx";
import { VideoRoute } from "./video.tsx";
import { lazy, Suspense, useEffect, useState } from "react";
import { MembersOnly } from "#web/member/members-only.tsx";
import { Waiting } from "#web/ui/waiting.tsx";
import { words } from "./words.ts";

export function Pages() {
  const { user } = useUser();
  useWarmHome(user?.can_view ?? false);
  return (
    <Shell>
      <PlayerPlace>
        <Routes>
          <Route index element={<HomeRoute />} />
          <Route path="video/:id" element={<VideoRoute />} />
          <Route path="search" element={<SearchRoute />} />
          <Route path="songs" element={<SongsRoute />} />
          <Route path="song/:id" element={<SongsRoute />} />
          <Route path="lists" element={<ListsRoute />} />
          <Route path="list/:id" element={<ListsRoute />} />
          <Route path="studio/*" element={<StudioRoute />} />
          <Route path="setup" element={<SetUpRoute />} />
          {[
            "saved/:id?",
            "account/:section?",
            "privacy",
            "invitation",
            "moment/:token",
            "collections",
            "collection/:id",
            "library/:id",
            "404",
          ].map((path) => (
            <Route key={path} path={path} element={<RareRoute />} />
          ))}
          <Route path="*" element={<Navigate to="/404" replace />} />
        </Routes>
      </PlayerPlace>
    </Shell>
  );
}

// The pages of lists: their code is loaded on demand under the global loading bar.

const ListPages = lazy(async () => ({
  default: (await loadPage(() => import("./on-demand/list-pages.tsx"))).ListPages,
}));

/** One list, or all of them. */
function ListsRoute() {
  return (
    <MembersOnly>
      <Suspense fallback={<Waiting>{words.loading.lists}</Waiting>}>
        <ListPages />
      </Suspense>
    </MembersOnly>
  );
}

// Set-up, which a browser opens once: its code is loaded on demand.

type Code = typeof import("#web/setup/page.tsx");

function SetUpRoute() {
  const [{ code, failure }, setLoaded] = useState<{ code?: Code; failure?: unknown }>({});
  useEffect(() => {
    loadPage(() => import("#web/setup/page.tsx")).then(
      (loaded) => setLoaded({ code: loaded }),
      (problem: unknown) => setLoaded({ failure: problem }),
    );
  }, []);
  if (failure !== undefined) throw failure;
  return code ? <code.SetUpPage /> : null;
}
