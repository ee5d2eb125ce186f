// Saved recordings: for everybody, because without a connection nobody can be asked who is there.
import { lazy, Suspense } from "react";
import { loadPage } from "#web/session.ts";

const SavedPages = lazy(async () => ({ default: (await loadPage(() => import("./saved-pages.tsx"))).SavedPages }));

export function SavedRoute() {
  "use no memo"; // cheap, and remembering its parts would make the first visit larger
  return (
    <Suspense fallback={null}>
      <SavedPages />
    </Suspense>
  );
}
