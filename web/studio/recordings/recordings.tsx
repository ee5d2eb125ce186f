// Studio > Recordings: all of them in one table, found and sorted by what the address says; many are changed at once.
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { lazy, type RefObject, Suspense, useEffect, useLayoutEffect, useRef, useState } from "react";
import { Link, useSearchParams } from "react-router";
import type { NamedLevel } from "#contract/levels/levels.ts";
import type { RecordingRow, RecordingSort } from "#contract/studio.ts";
import { stopSelecting, useSelection } from "#web/library/edit/selection.ts";
import { useUser } from "#web/session.ts";
import { keepFocus } from "#web/studio/keep-focus.ts";
import { Loaded } from "#web/studio/loaded.tsx";
import { usePageTitle } from "#web/title.ts";
import { Blank } from "#web/ui/blank.tsx";
import { Button } from "#web/ui/button.tsx";
import { Chosen } from "./chosen.tsx";
import { besideWidth, panelRoom } from "./columns.ts";
import { type Filter, narrowing, readFilter, sortBy, writeFilter } from "./filter.ts";
import { Filters, Find } from "./filters.tsx";
import { rowsQuery, totalQuery } from "./queries.ts";
import css from "./recordings.module.css";
import { Table } from "./table.tsx";
import { useMany } from "./use-many.ts";
import { words } from "./words.ts";

const Editor = lazy(async () => ({ default: (await import("./editor.tsx")).Editor }));

const noLevels: readonly NamedLevel[] = [];

export function RecordingsPage() {
  const [address, setAddress] = useSearchParams();
  const filter = readFilter(address);
  const rows = useInfiniteQuery(rowsQuery(filter));
  const { data: total } = useQuery(totalQuery(filter));
  const levels = useUser().user?.level?.choices ?? noLevels;
  const isNarrowed = Object.keys(narrowing(filter)).length > 0;
  const [isFilterOpen, setFilterOpen] = useState(isNarrowed);
  const set = (next: { [K in keyof Filter]?: Filter[K] | undefined }) =>
    setAddress(writeFilter(next), { replace: true });
  const change = (part: { [K in keyof Filter]?: Filter[K] | undefined }) => set({ ...filter, ...part });
  const loadMore = rows.hasNextPage && !rows.isFetchingNextPage ? () => void rows.fetchNextPage() : undefined;
  useEffect(() => stopSelecting, []);
  usePageTitle(words.pageTitle);
  const many = useMany();
  const guard = useRef<() => boolean>(null);
  const [opened, setOpened] = useState<string>();
  // the same function all the time, so that opening one row renders no other
  const [open] = useState(() => (id: string) => {
    if (guard.current?.() !== false) setOpened(id);
  });
  const page = useRef<HTMLElement>(null);
  const room = useRoom(page, opened !== undefined);
  return (
    <section ref={page} className={css.page} style={{ paddingInlineEnd: room }} aria-label={words.title}>
      <div className={css.top}>
        <h1 className={css.heading}>
          {words.title} {total !== undefined && <span className={css.total}>{total.toLocaleString()}</span>}
        </h1>
        <Find q={filter.q ?? ""} find={(q) => change({ q: q === "" ? undefined : q })} />
        <Button aria-expanded={isFilterOpen} onClick={() => setFilterOpen(!isFilterOpen)}>
          {words.filter}
        </Button>
      </div>
      {isFilterOpen && <Filters {...{ filter, levels, change }} isNarrowed={isNarrowed} reset={() => set({})} />}
      <Loaded query={rows} what={words.what}>
        {({ pages }) => {
          const list = pages.flatMap(({ recordings }) => recordings);
          return (
            <>
              {(list.length > 0 || many.work || many.last) && (
                <Chosen {...{ list, filter, levels, many }} total={total ?? list.length} />
              )}
              {list.length === 0 ? (
                <Nothing isNarrowed={isNarrowed} showAll={() => set({})} />
              ) : (
                <List
                  {...{ list, filter, levels, loadMore, opened, open }}
                  sort={(column) => set(sortBy(filter, column))}
                />
              )}
            </>
          );
        }}
      </Loaded>
      {rows.isFetchingNextPage && <p className={css.more}>{words.loadingMore}</p>}
      {opened !== undefined && (
        <Suspense>
          <Editor key={opened} id={opened} guard={guard} close={() => setOpened(undefined)} />
        </Suspense>
      )}
    </section>
  );
}

/** How much of it the editor beside it would cover. */
function useRoom(page: RefObject<HTMLElement | null>, isOpen: boolean): number {
  const [room, setRoom] = useState(0);
  useLayoutEffect(() => {
    const measure = () => {
      const right = page.current?.getBoundingClientRect().right ?? 0;
      const free = document.documentElement.clientWidth - panelRoom;
      setRoom(isOpen && innerWidth >= besideWidth ? Math.max(0, right - free) : 0);
    };
    measure();
    addEventListener("resize", measure);
    return () => removeEventListener("resize", measure);
  }, [page, isOpen]);
  return room;
}

function Nothing({ isNarrowed, showAll }: { isNarrowed: boolean; showAll: () => void }) {
  const { empty, filters } = words;
  if (!isNarrowed)
    return (
      <Blank title={empty.title} action={<Link to="/studio/upload">{empty.upload}</Link>}>
        {empty.text}
      </Blank>
    );
  return (
    <Blank
      title={empty.filteredTitle}
      action={
        <Button ref={keepFocus} onClick={showAll}>
          {filters.reset}
        </Button>
      }
    >
      {empty.filtered}
    </Blank>
  );
}

interface ListProps {
  list: readonly RecordingRow[];
  filter: Filter;
  levels: readonly NamedLevel[];
  sort: (column: RecordingSort) => void;
  loadMore: (() => void) | undefined;
  opened: string | undefined;
  open: (id: string) => void;
}

function List({ list, ...shown }: ListProps) {
  useEffect(() => {
    useSelection.setState({ order: list.map(({ id }) => id) });
  }, [list]);
  return <Table rows={list} {...shown} />;
}
