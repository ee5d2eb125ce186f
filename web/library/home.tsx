// The home page for members who may watch: what may invite them, then all recordings, filtered and sorted as the address says.
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useEffect, useRef } from "react";
import { Link, NavigationType, useLocation, useNavigationType, useSearchParams } from "react-router";
import type { VideoInList } from "#contract/video.ts";
import { usePersisted } from "#web/memory/persisted.ts";
import { firstQuery, listQuery } from "#web/list-query.ts";
import { useSite, useUser } from "#web/session.ts";
import { usePageTitle } from "#web/title.ts";
import { Blank, NotLoaded } from "#web/ui/blank.tsx";
import { Button } from "#web/ui/button.tsx";
import { Waiting } from "#web/ui/waiting.tsx";
import { loadButtons } from "./card.tsx";
import {
  filterVideos,
  isNarrow,
  listYears,
  sortVideos,
  type Filter,
  readFilter,
  writeFilter,
} from "#web/library/filter/filter.ts";
import { Grid } from "./grid.tsx";
import css from "./home.module.css";
import { isUnfinished, listUnfinished } from "./progress.ts";
import { Count, Toolbar } from "#web/library/filter/toolbar.tsx";
import { chooseView, useView, type View } from "./view.ts";
import { words } from "./words.ts";

const loadSuggestions = () => import("./suggestions/suggestions.tsx");
const Suggestions = lazy(async () => ({ default: (await loadSuggestions()).Suggestions }));
// at the same time as the list
void loadSuggestions().catch(() => undefined);

const loadDesk = () => import("#web/library/edit/editor-desk.tsx");
const EditorDesk = lazy(async () => ({ default: (await loadDesk()).EditorDesk }));
const SelectButton = lazy(async () => ({ default: (await loadDesk()).SelectButton }));

const Elsewhere = lazy(async () => ({ default: (await import("#web/library/elsewhere/elsewhere.tsx")).Elsewhere }));

const Collections = lazy(async () => ({
  default: (await import("#web/lists/collections/shelf.tsx")).CollectionShelf,
}));

/** So many recordings are on a few screens: nobody needs years and months to find one. */
const fewToScroll = 40;

interface LibraryProps {
  videos: readonly VideoInList[];
  canEdit: boolean;
  /** More recordings are being loaded. */
  isPart?: boolean;
}

export function HomePage() {
  const { data, isPending, isFetching, refetch } = useQuery(listQuery);
  const { data: first } = useQuery(firstQuery);
  const { user } = useUser();
  const { search } = useLocation();
  const canEdit = user?.can_edit ?? false;
  usePageTitle(words.home.pageTitle);
  // The code loads together with the list, not with its first card.
  useEffect(() => {
    if (!canEdit) return;
    const loadTools = async () => (await loadButtons()).loadCardTools();
    void Promise.all([loadTools(), loadDesk()]).catch(() => undefined);
  }, [canEdit]);
  if (data && data.length > 0) return <Library videos={data} canEdit={canEdit} />;
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

function Library({ videos, canEdit, isPart = false }: LibraryProps) {
  const { filter, change } = useFilter();
  const { user } = useUser();
  const positions = usePersisted((persisted) => persisted.positions);
  const sorted = sortVideos(videos, filter.sort);
  const shown = filterVideos(sorted, filter, positions);
  const isWhole = !isNarrow(filter);
  useTopOnChange(JSON.stringify(filter));
  const nothing = shown.length === 0 && (
    <Blank
      title={words.nothingFound.title}
      action={<Button onClick={() => change(everything)}>{words.nothingFound.showAll}</Button>}
    >
      {words.nothingFound.text}
    </Blank>
  );
  const isByDate = filter.sort === "newest" || filter.sort === "oldest";
  const hasYears = isByDate && (isPart || videos.length > fewToScroll);
  return (
    <div className={css.home} data-years={hasYears}>
      <Name />
      {isWhole && (
        <Suspense>
          <Elsewhere videos={videos} />
        </Suspense>
      )}
      {isWhole && (
        <Suspense fallback={listUnfinished(videos, positions).length > 0 && <div className={css.suggestions} />}>
          <Suggestions videos={videos} />
        </Suspense>
      )}
      {isWhole && user?.collections && (
        <Suspense>
          <Collections />
        </Suspense>
      )}
      <div className={css.head}>
        <h2 className={css.count}>
          <Count shown={shown.length} total={videos.length} filter={filter} isPart={isPart} />
        </h2>
        <Views />
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
      {shown.length > 0 && (
        <div className={css.list}>
          <Grid videos={shown} sort={filter.sort} {...{ canEdit, isPart, hasYears }} />
        </div>
      )}
      {nothing}
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
  return <h1 className="visually-hidden">{site?.name ?? words.home.archive}</h1>;
}

function EmptyArchive({ canEdit }: { canEdit: boolean }) {
  return (
    <Blank
      title={words.empty.title}
      {...(canEdit && { action: <Link to="/studio/upload">{words.empty.upload}</Link> })}
    >
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

const signs: Record<View, string> = {
  list: "M3.5 5.5h13M3.5 10h13M3.5 14.5h13",
  cards: "M3.5 3.5h5v5h-5zM11.5 3.5h5v5h-5zM3.5 11.5h5v5h-5zM11.5 11.5h5v5h-5z",
};

/** Cards or a list. */
function Views() {
  const shown = useView();
  return (
    <fieldset className={css.views} aria-label={words.view.label}>
      {(["list", "cards"] as const).map((view) => (
        <button
          key={view}
          type="button"
          aria-label={words.view[view]}
          title={words.view[view]}
          aria-pressed={view === shown}
          onClick={() => chooseView(view)}
        >
          <svg viewBox="0 0 20 20" aria-hidden="true">
            <path d={signs[view]} />
          </svg>
        </button>
      ))}
    </fieldset>
  );
}

/** The filter is kept in the address, so that Back, a bookmark and a shared link all restore it. */
function useFilter(): { filter: Filter; change: (changes: Partial<Filter>) => void } {
  const [query, setQuery] = useSearchParams();
  const { user } = useUser();
  const canEdit = user?.can_edit ?? false;
  return {
    filter: readFilter(query, { canEdit }),
    change: (changes) =>
      setQuery((old) => writeFilter(old, { ...readFilter(old, { canEdit }), ...changes }), { replace: true }),
  };
}

const everything: Omit<Filter, "sort"> = { year: null, isHiddenOnly: false, isUnfinishedOnly: false };
