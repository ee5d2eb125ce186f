// Collections, saved recordings, the account, the owner's privacy page, invitations, and shared moments: their code is loaded on demand.
import { lazy, Suspense } from "react";
import { loadPage } from "#web/session.ts";

const load = () => import("./on-demand/rare-pages.tsx");
const RarePages = lazy(async () => ({ default: (await loadPage(load)).RarePages }));

export function RareRoute() {
  return (
    <Suspense fallback={null}>
      <RarePages />
    </Suspense>
  );
}
