// Pages that are not opened at every visit, as code that is loaded on demand: collections, the listening history, saved
// recordings, the account, the privacy page, an invitation, and a shared moment.
import { lazy, Suspense } from "react";
import { Navigate, useLocation } from "react-router";
import { NotFoundPage } from "#web/app/not-found.tsx";
import { MembersOnly } from "#web/member/members-only.tsx";
import { RarePages as MemberPages } from "#web/member/rare-pages.tsx";
import { loadPage } from "#web/session.ts";

const loadSaved = () => import("./saved-pages.tsx");
const SavedPages = lazy(async () => ({ default: (await loadPage(loadSaved)).SavedPages }));

const loadCollections = () => import("#web/lists/collections/pages.tsx");
const CollectionPages = lazy(async () => ({ default: (await loadPage(loadCollections)).CollectionPages }));

const loadHistory = () => import("#web/lists/history/history.tsx");
const HistoryPage = lazy(async () => ({ default: (await loadPage(loadHistory)).HistoryPage }));

export function RarePages() {
  const { pathname } = useLocation();
  if (pathname === "/404") return <NotFoundPage />;
  // any other name below /library: written out here, it would be part of the first visit
  const isHistory = pathname === "/library/history";
  if (pathname.startsWith("/library") && !isHistory) return <Navigate to="/404" replace />;
  if (pathname.startsWith("/collection") || isHistory)
    return (
      <MembersOnly>
        <Suspense fallback={null}>{isHistory ? <HistoryPage /> : <CollectionPages />}</Suspense>
      </MembersOnly>
    );
  // for everybody: without a connection nobody can be asked who is there
  if (!pathname.startsWith("/saved")) return <MemberPages />;
  return (
    <Suspense fallback={null}>
      <SavedPages />
    </Suspense>
  );
}
