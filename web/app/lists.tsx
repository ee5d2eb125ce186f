// The pages of lists: their code is loaded on demand under the global loading bar.
import { lazy, Suspense } from "react";
import { Door } from "#web/member/door.tsx";
import { loadPage } from "#web/session.ts";
import { Waiting } from "#web/ui/waiting.tsx";
import { words } from "./words.ts";

const ListPages = lazy(async () => ({
  default: (await loadPage(() => import("./on-demand/list-pages.tsx"))).ListPages,
}));

/** One list, or all of them. */
export function ListsRoute() {
  return (
    <Door>
      <Suspense fallback={<Waiting>{words.loading.lists}</Waiting>}>
        <ListPages />
      </Suspense>
    </Door>
  );
}
