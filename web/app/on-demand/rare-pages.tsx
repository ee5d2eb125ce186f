// Pages that are not opened at every visit, as code that is loaded on demand: collections, saved recordings, the account, the
// privacy page, an invitation, and a shared moment.
import { lazy, Suspense } from "react";
import { useLocation } from "react-router";
import { NotFoundPage } from "#web/app/not-found.tsx";
import { Door } from "#web/member/door.tsx";
import { RarePages as MemberPages } from "#web/member/rare-pages.tsx";
import { loadPage } from "#web/session.ts";

const loadSaved = () => import("./saved-pages.tsx");
const SavedPages = lazy(async () => ({ default: (await loadPage(loadSaved)).SavedPages }));

const loadCollections = () => import("#web/lists/collections/pages.tsx");
const CollectionPages = lazy(async () => ({ default: (await loadPage(loadCollections)).CollectionPages }));

export function RarePages() {
  const { pathname } = useLocation();
  if (pathname === "/404") return <NotFoundPage />;
  if (pathname.startsWith("/collection"))
    return (
      <Door>
        <Suspense fallback={null}>
          <CollectionPages />
        </Suspense>
      </Door>
    );
  // for everybody: without a connection nobody can be asked who is there
  if (!pathname.startsWith("/saved")) return <MemberPages />;
  return (
    <Suspense fallback={null}>
      <SavedPages />
    </Suspense>
  );
}
