// The player's place, beside the pages: it is never taken down by opening another page.
import { type ReactNode, useEffect, useState } from "react";
import { type NavigateOptions, NavigationType, Route, Routes, useLocation, useNavigationType } from "react-router";
import { follow, keepPlaying, locate, PlaceContext, restorePlaying, usePlaying } from "#web/place.ts";
import { ErrorBoundary } from "./error-boundary.tsx";
import { RareRoute } from "./rare.tsx";
import { VideoRoute } from "./video.tsx";

/** The pages as children. The page of what plays is shown by the player. */
export function PlayerPlace({ children }: { children: ReactNode }) {
  const { pathname, playing, isLarge, acts } = useWhatPlays();
  return (
    <>
      {!isLarge && (
        <PlaceContext value={{ show: "look", navigation: NavigationType.Pop, ...acts }}>
          <ErrorBoundary place={pathname}>{children}</ErrorBoundary>
        </PlaceContext>
      )}
      {playing && (
        <PlaceContext value={{ show: isLarge ? "page" : "bar", navigation: playing.navigation, ...acts }}>
          <ErrorBoundary place={playing.location.pathname}>
            <Routes location={playing.location}>
              <Route path="video/:id" element={<VideoRoute />} />
              <Route path="saved/:id" element={<RareRoute />} />
            </Routes>
          </ErrorBoundary>
        </PlaceContext>
      )}
    </>
  );
}

function useWhatPlays() {
  const location = useLocation();
  const navigation = useNavigationType();
  const [at, setAt] = useState(() => ({ location, playing: restorePlaying({ location, navigation }) }));
  let { playing } = at;
  // while rendering: between two pages nothing else may be shown
  if (at.location !== location) {
    playing = follow(playing, at.location, { location, navigation });
    setAt({ location, playing });
  }
  const hasPlayed = usePlaying((told) => told.hasPlayed);
  useEffect(() => keepPlaying(playing, hasPlayed), [playing, hasPlayed]);
  const acts = {
    play: (to: string, options?: NavigateOptions) =>
      setAt({ location, playing: { location: locate(to, options), navigation: NavigationType.Push } }),
    close: () => setAt({ location, playing: null }),
  };
  const { pathname } = location;
  return { pathname, playing, isLarge: playing?.location.pathname === pathname, acts };
}
