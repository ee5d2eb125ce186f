// The pages of lists: their code is loaded on demand under the global loading bar.
import { lazy, Suspense } from "react";
import type { PlayList } from "#contract/lists.ts";
import { Door } from "#web/member/door.tsx";
import { loadPage, useSite } from "#web/session.ts";
import { Waiting } from "#web/ui/waiting.tsx";
import { words } from "./words.ts";

const ListPages = lazy(async () => ({ default: (await loadPage(() => import("#web/lists/pages.tsx"))).ListPages }));

const SaveTools = lazy(async () => ({ default: (await import("./save-tools.tsx")).SaveTools }));

/** Whole recordings are saved, each once, also where the list has only songs of them. */
function SaveList({ list }: { list: PlayList }) {
  const { site } = useSite();
  if (site?.offline_days === undefined) return null;
  const wanted = new Map(list.entries.map(({ video_id: id, video_title: title }) => [id, { id, title }]));
  return (
    <Suspense>
      <SaveTools wanted={[...wanted.values()]} />
    </Suspense>
  );
}

/** One list, or all of them. */
export function ListsRoute() {
  return (
    <Door>
      <Suspense fallback={<Waiting>{words.loading.lists}</Waiting>}>
        <ListPages Save={SaveList} />
      </Suspense>
    </Door>
  );
}
