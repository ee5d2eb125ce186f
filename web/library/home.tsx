// The home page for members who may watch: unfinished recordings, then all, filtered and sorted as the address says.
import { useQuery } from "@tanstack/react-query";
import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useRef } from "react";
import { Link, NavigationType, useLocation, useNavigationType } from "react-router";
import type { VideoInList } from "#contract/video.ts";
import { usePersisted } from "#web/memory/persisted.ts";
import { firstQuery, listQuery } from "#web/list-query.ts";
import { useSite, useUser } from "#web/session.ts";
import { usePageTitle } from "#web/title.ts";
import { Blank, NotLoaded } from "#web/ui/blank.tsx";
import { Button } from "#web/ui/button.tsx";
import { Waiting } from "#web/ui/waiting.tsx";
import { loadButtons, Card } from "./card.tsx";
import { isNarrow, listYears, sortVideos } from "#web/library/filter/filter.ts";
import { Grid } from "./grid.tsx";
import css from "./home.module.css";
import { isUnfinished, listUnfinished } from "./progress.ts";
import { Count, Toolbar } from "#web/library/filter/toolbar.tsx";
import { everything, useFilter } from "#web/library/filter/use-filter.ts";
import { useFiltered } from "#web/library/filter/use-filtered.ts";
import { words } from "./words.ts";
import { Shelf } from "#web/ui/shelf/shelf.tsx";

const loadDesk = () => import("#web/library/edit/editor-desk.tsx");
const EditorDesk = lazy(async () => ({ default: (await loadDesk()).EditorDesk }));
const SelectButton = lazy(async () => ({ default: (await loadDesk()).SelectButton }));

const Elsewhere = lazy(async () => ({ default: (await import("#web/library/elsewhere/elsewhere.tsx")).Elsewhere }));

const Collections = lazy(async () => ({
  default: (await import("#web/lists/collections/shelf.tsx")).CollectionShelf,
}));

interface Props {
  /** What a search finds besides titles: above them and below, or there `nothing`. The app puts it in. */
  found?: { Songs: ComponentType<{ q: string }>; Texts: ComponentType<{ q: string; nothing: ReactNode }> } | undefined;
}

interface LibraryProps {
  videos: readonly VideoInList[];
  canEdit: boolean;
  /** More are on their way. */
  isPart?: boolean;
}

export function HomePage({ found }: Props) {
  const { data, isPending, isFetching, refetch } = useQuery(listQuery);
  const { data: first } = useQuery(firstQuery);
  const { user } = useUser();
  const { search } = useLocation();
  const canEdit = user?.can_edit ?? false;
  usePageTitle(words.home.pageTitle);
  // Not left to the first card: the code can load together with the list.
  useEffect(() => {
    if (!canEdit) return;
    const loadTools = async () => (await loadButtons()).loadCardTools();
    void Promise.all([loadTools(), loadDesk()]).catch(() => undefined);
  }, [canEdit]);
  if (data && data.length > 0) return <Library videos={data} canEdit={canEdit} found={found} />;
  // while the rest arrives; what is filtered or sorted needs all of them
  if (isPending && first && search === "") return <Library videos={first} canEdit={canEdit} isPart />;
  return (
    <div className={css.home}>
      <Name />
      {isPending && <Waiting>{words.home.loading}</Waiting>}
      {data && <EmptyArchive canEdit={canEdit} />}
      {!isPending && !data && (
        <NotLoaded title={words.failed.title} query={{ isFetching, refetch }}>
          {words.failed.text}
        </NotLoaded>
      )}
    </div>
  );
}

function Library({ videos, canEdit, found, isPart = false }: Props & LibraryProps) {
  const { filter, change } = useFilter();
  const { user } = useUser();
  const positions = usePersisted((persisted) => persisted.positions);
  // Before filtering, so that typing does not sort ten thousand titles again.
  const sorted = sortVideos(videos, filter.sort);
  const shown = useFiltered(sorted, filter, positions);
  const unfinished = listUnfinished(videos, positions);
  const isWhole = !isNarrow(filter);
  const search = filter.q.trim();
  useTopOnChange(JSON.stringify(filter));
  const nothing = shown.length === 0 && (
    <Blank
      title={search === "" ? words.nothingFound.title : words.nothingFound.titleFor(search)}
      action={<Button onClick={() => change(everything)}>{words.nothingFound.showAll}</Button>}
    >
      {search === "" ? words.nothingFound.text : words.nothingFound.textForSearch}
    </Blank>
  );
  return (
    <div className={css.home}>
      <div className={css.head}>
        <div className={css.name}>
          <Name />
          <Count shown={shown.length} total={videos.length} filter={filter} isPart={isPart} />
        </div>
        <Toolbar
          filter={filter}
          change={change}
          years={listYears(videos)}
          canEdit={canEdit}
          hasUnfinished={videos.some((video) => isUnfinished(video, positions))}
        >
          {canEdit && (
            <Suspense>
              <SelectButton />
            </Suspense>
          )}
        </Toolbar>
      </div>
      {isWhole && (
        <Suspense>
          <Elsewhere videos={videos} />
        </Suspense>
      )}
      {isWhole && user?.collections && (
        <Suspense>
          <Collections />
        </Suspense>
      )}
      {isWhole && unfinished.length > 0 && <ContinueRow videos={unfinished} />}
      {search !== "" && found && (
        <Suspense>
          <found.Songs q={search} />
        </Suspense>
      )}
      {shown.length > 0 && <Grid videos={shown} sort={filter.sort} canEdit={canEdit} isPart={isPart} />}
      {search !== "" && found ? (
        <Suspense>
          <found.Texts q={search} nothing={nothing} />
        </Suspense>
      ) : (
        nothing
      )}
      {canEdit && (
        <Suspense>
          <EditorDesk videos={videos} shown={shown} />
        </Suspense>
      )}
    </div>
  );
}

function Name() {
  const { site } = useSite();
  return <h1>{site?.name ?? words.home.archive}</h1>;
}

function EmptyArchive({ canEdit }: { canEdit: boolean }) {
  return (
    <Blank title={words.empty.title} {...(canEdit && { action: <Link to="/studio">{words.empty.upload}</Link> })}>
      {canEdit ? words.empty.textForEditors : words.empty.text}
    </Blank>
  );
}

/** Another filter starts at the top of the page; going back to an earlier one does not. */
function useTopOnChange(filter: string): void {
  const navigation = useNavigationType();
  const shown = useRef(filter);
  useEffect(() => {
    if (shown.current === filter) return;
    shown.current = filter;
    if (navigation !== NavigationType.Pop) scrollTo(0, 0);
  }, [filter, navigation]);
}

/** Recordings that were started and not finished in this browser. */
function ContinueRow({ videos }: { videos: readonly VideoInList[] }) {
  return (
    <Shelf id="continue-watching" heading={words.home.continueWatching}>
      {videos.map((video) => (
        <li key={video.id}>
          <Card video={video} />
        </li>
      ))}
    </Shelf>
  );
}
