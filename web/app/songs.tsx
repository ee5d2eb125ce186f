// The pages of songs: their code is loaded on demand under the global loading bar.
import { lazy, Suspense } from "react";
import { Door } from "#web/member/door.tsx";
import { loadPage } from "#web/session.ts";
import { Waiting } from "#web/ui/waiting.tsx";
import { words } from "./words.ts";

const load = () => import("#web/songs/pages.tsx");
const SongPages = lazy(async () => ({ default: (await loadPage(load)).SongPages }));
/** What a search finds besides titles. */
export const found = {
  Songs: lazy(async () => ({ default: (await load()).FoundSongs })),
  Texts: lazy(async () => ({ default: (await load()).FoundTexts })),
};

/** One song, or all of them. */
export function SongsRoute() {
  return (
    <Door>
      <Suspense fallback={<Waiting>{words.loading.songs}</Waiting>}>
        <SongPages />
      </Suspense>
    </Door>
  );
}
