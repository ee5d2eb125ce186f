// Studio > Recordings: all of them in one table, found and sorted by what the address says; many are changed at once.
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import {
  type ChangeEvent,
  lazy,
  type ReactNode,
  type RefObject,
  Suspense,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { Link, useSearchParams } from "react-router";
import type { NamedLevel } from "#contract/levels/levels.ts";
import type { RecordingRow, RecordingSort } from "#contract/studio.ts";
import { call } from "#web/api.ts";
import { chooseAllShown, include, startSelecting, stopSelecting, useSelection } from "#web/library/edit/selection.ts";
import { AddSelected } from "#web/lists/collections/add-selected.tsx";
import { useUser } from "#web/session.ts";
import { useActing } from "#web/studio/acting.ts";
import { Bar } from "#web/studio/bar.tsx";
import { keepFocus } from "#web/studio/keep-focus.ts";
import { Loaded } from "#web/studio/loaded.tsx";
import { usePageTitle } from "#web/title.ts";
import { Blank } from "#web/ui/blank.tsx";
import { Button } from "#web/ui/button.tsx";
import { besideWidth, columns, panelRoom, showColumn, useHiddenColumns } from "./columns.ts";
import { EditMany } from "./edit-many.tsx";
import { type Filter, narrowing, readFilter, sortBy, states, writeFilter } from "./filter.ts";
import { rowsQuery, totalQuery } from "./queries.ts";
import css from "./recordings.module.css";
import { Table } from "./table.tsx";
import { type ManyActs, useMany } from "./use-many.ts";
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
                <Many {...{ list, filter, levels, many }} total={total ?? list.length} />
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

/** The address follows when nobody has typed for a moment. */
const pauseMs = 200;

function Find({ q, find }: { q: string; find: (q: string) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    // not while somebody types: the address would undo the last letters
    if (input.current && document.activeElement !== input.current) input.current.value = q;
  }, [q]);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    <input
      ref={input}
      type="search"
      className={css.find}
      aria-label={words.find}
      placeholder={words.find}
      maxLength={200}
      defaultValue={q}
      onChange={({ target }) => {
        clearTimeout(timer.current);
        timer.current = setTimeout(() => find(target.value.trim()), pauseMs);
      }}
    />
  );
}

interface FiltersProps {
  filter: Filter;
  levels: readonly NamedLevel[];
  isNarrowed: boolean;
  change: (part: { [K in keyof Filter]?: Filter[K] | undefined }) => void;
  reset: () => void;
}

function Filters({ filter, levels, isNarrowed, change, reset }: FiltersProps) {
  const { filters } = words;
  const hidden = useHiddenColumns((choice) => choice.hidden);
  return (
    <fieldset className={css.filters} aria-label={filters.label}>
      <Pill
        label={filters.state}
        any={filters.anyState}
        value={filter.state}
        choose={(state) => change({ state: states.find((one) => one === state) })}
      >
        {states.map((state) => (
          <option key={state} value={state}>
            {words.states[state]}
          </option>
        ))}
      </Pill>
      {levels.length > 1 && (
        <Pill
          label={filters.level}
          any={filters.anyLevel}
          value={filter.level === undefined ? undefined : `:${filter.level}`}
          choose={(level) => change({ level: level === "" ? undefined : level.slice(1) })}
        >
          {levels.map(({ id, name }) => (
            <option key={id ?? ""} value={`:${id ?? ""}`}>
              {name}
            </option>
          ))}
        </Pill>
      )}
      {(["songs", "captions"] as const).map((what) => (
        <Pill
          key={what}
          label={filters[what]}
          any={what === "songs" ? filters.anySongs : filters.anyCaptions}
          value={filter[what]}
          choose={(choice) => {
            const next = choice === "none" || choice === "some" ? choice : undefined;
            change(what === "songs" ? { songs: next } : { captions: next });
          }}
        >
          <option value="none">{filters[`${what}None`]}</option>
          <option value="some">{filters[`${what}Some`]}</option>
        </Pill>
      ))}
      <input
        type="number"
        className={css.year}
        aria-label={filters.year}
        placeholder={filters.year}
        min={1970}
        max={2100}
        defaultValue={filter.year}
        onChange={({ target }) => {
          const year = target.valueAsNumber;
          if (target.value === "" || (year >= 1970 && year <= 2100))
            change({ year: target.value === "" ? undefined : year });
        }}
      />
      <Pill
        label={filters.sort}
        value={`${filter.sort ?? "date"} ${filter.order ?? "desc"}`}
        choose={(choice) => {
          const [sort, order] = choice.split(" ");
          change({
            sort: sort === "date" ? undefined : (sort as RecordingSort),
            order: order === "asc" ? order : undefined,
          });
        }}
      >
        {(["title", ...columns.map(({ key }) => key)] as const).flatMap((key) =>
          (["desc", "asc"] as const).map((order) => (
            <option key={`${key} ${order}`} value={`${key} ${order}`}>
              {filters.by(words.columns[key], order === "asc")}
            </option>
          )),
        )}
      </Pill>
      <details className={css.columns}>
        <summary className={css.pill}>{words.columns.choose}</summary>
        <div className={css.choices}>
          {columns.map(({ key }) => (
            <label key={key}>
              <input
                type="checkbox"
                checked={!hidden.has(key)}
                onChange={({ target }) => showColumn(key, target.checked)}
              />
              {words.columns[key]}
            </label>
          ))}
        </div>
      </details>
      {isNarrowed && (
        <Button ref={keepFocus} look="quiet" onClick={reset}>
          {filters.reset}
        </Button>
      )}
    </fieldset>
  );
}

interface PillProps {
  label: string;
  /** What stands for "no filter". */
  any?: string;
  value: string | undefined;
  choose: (value: string) => void;
  children: ReactNode;
}

function Pill({ label, any, value, choose, children }: PillProps) {
  return (
    <select
      className={css.pill}
      aria-label={label}
      data-active={any !== undefined && value !== undefined}
      value={value ?? ""}
      onChange={({ target }: ChangeEvent<HTMLSelectElement>) => choose(target.value)}
    >
      {any !== undefined && <option value="">{any}</option>}
      {children}
    </select>
  );
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

interface ManyProps {
  list: readonly RecordingRow[];
  /** All that match. */
  total: number;
  filter: Filter;
  levels: readonly NamedLevel[];
  many: ManyActs;
}

/** What can be done with those that are chosen, how far it is, and what was done last. */
function Many({ list, total, filter, levels, many: { work, last, undo, change, trash } }: ManyProps) {
  const { many } = words;
  const { tell } = useActing();
  const chosen = useSelection((selection) => selection.chosen);
  const isSelecting = useSelection(({ isOn }) => isOn);
  const [open, setOpen] = useState<"edit" | "collection">();
  const [isAsking, setAsking] = useState(false);
  const ids = [...chosen];
  const areAllShown = list.every(({ id }) => chosen.has(id));
  const chooseAll = async () => {
    setAsking(true);
    try {
      include((await call("matchRecordings", { query: { ...narrowing(filter), ids: "yes" } })).ids ?? []);
    } catch (problem) {
      tell(problem);
    }
    setAsking(false);
  };
  const after = (isDone: boolean) => isDone && stopSelecting();
  return (
    <fieldset className={css.many} data-on={chosen.size > 0 || work || last ? true : undefined} aria-label={many.label}>
      <label className={css.all}>
        <input
          type="checkbox"
          aria-label={many.chooseShown}
          checked={chosen.size > 0 && areAllShown}
          ref={(box) => {
            if (box) box.indeterminate = chosen.size > 0 && !areAllShown;
          }}
          onChange={() => (areAllShown && chosen.size > 0 ? stopSelecting() : chooseAllShown())}
        />
      </label>
      {work ? (
        <output className={css.work}>
          <span>{many.working(work.what, work.done, work.total)}</span>
          <Bar label={work.what} value={work.done / work.total} />
        </output>
      ) : chosen.size === 0 ? (
        <>
          <span className={css.hint}>{many.hint}</span>
          <Button
            size="small"
            className={css.select}
            aria-pressed={isSelecting}
            onClick={isSelecting ? stopSelecting : startSelecting}
          >
            {words.select}
          </Button>
        </>
      ) : (
        <>
          <output className={css.count}>{many.chosen(chosen.size)}</output>
          <Button ref={keepFocus} size="small" onClick={() => setOpen("edit")}>
            {many.edit}
          </Button>
          <Button ref={keepFocus} size="small" onClick={() => void change(ids, { hidden: true }).then(after)}>
            {many.hide}
          </Button>
          <Button ref={keepFocus} size="small" onClick={() => void change(ids, { hidden: false }).then(after)}>
            {many.unhide}
          </Button>
          <Button ref={keepFocus} size="small" onClick={() => setOpen("collection")}>
            {many.collection}
          </Button>
          {chosen.size < total && (
            <Button ref={keepFocus} size="small" look="quiet" busy={isAsking} onClick={() => void chooseAll()}>
              {many.all(total)}
            </Button>
          )}
          <Button ref={keepFocus} size="small" look="quiet" onClick={stopSelecting}>
            {many.none}
          </Button>
          <Button
            ref={keepFocus}
            size="small"
            look="danger"
            className={css.delete}
            onClick={() => void trash(ids).then(after)}
          >
            {many.delete}
          </Button>
        </>
      )}
      {last && !work && (
        <output className={css.last}>
          <span>{last.message}</span>
          {last.changes.length > 0 && (
            <Button ref={keepFocus} size="small" onClick={() => void undo(last)}>
              {many.undo}
            </Button>
          )}
        </output>
      )}
      {open === "edit" && (
        <EditMany
          {...{ ids, levels }}
          change={(fields) => void change(ids, fields).then(after)}
          close={() => setOpen(undefined)}
        />
      )}
      {open === "collection" && <AddSelected ids={ids} close={() => setOpen(undefined)} done={stopSelecting} />}
    </fieldset>
  );
}
