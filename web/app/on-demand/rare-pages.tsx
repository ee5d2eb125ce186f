// Pages that few people open, as code that is loaded on demand: saved recordings, the privacy page, and an invitation.
import { lazy, Suspense } from "react";
import { useLocation } from "react-router";
import { RarePages as MemberPages } from "#web/member/rare-pages.tsx";
import { loadPage } from "#web/session.ts";

const loadSaved = () => import("./saved-pages.tsx");
const SavedPages = lazy(async () => ({ default: (await loadPage(loadSaved)).SavedPages }));

export function RarePages() {
  const isSaved = useLocation().pathname.startsWith("/saved");
  // for everybody: without a connection nobody can be asked who is there
  if (!isSaved) return <MemberPages />;
  return (
    <Suspense fallback={null}>
      <SavedPages />
    </Suspense>
  );
}
