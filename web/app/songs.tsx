// The pages of songs and of the search: their code is loaded on demand under the global loading bar.
import { lazy, Suspense } from "react";
import { MembersOnly } from "#web/member/members-only.tsx";
import { loadPage } from "#web/session.ts";
import { Waiting } from "#web/ui/waiting.tsx";
import { words } from "./words.ts";

const load = () => import("#web/songs/pages.tsx");
const SongPages = lazy(async () => ({ default: (await loadPage(load)).SongPages }));

export const loadSearch = () => import("#web/search/page.tsx");
const SearchPage = lazy(async () => ({ default: (await loadPage(loadSearch)).SearchPage }));

/** What has some words: songs, recordings, and what is said in them. */
export function SearchRoute() {
  return (
    <MembersOnly>
      <Suspense fallback={null}>
        <SearchPage />
      </Suspense>
    </MembersOnly>
  );
}

/** One song, or all of them. */
export function SongsRoute() {
  return (
    <MembersOnly>
      <Suspense fallback={<Waiting>{words.loading.songs}</Waiting>}>
        <SongPages />
      </Suspense>
    </MembersOnly>
  );
}
