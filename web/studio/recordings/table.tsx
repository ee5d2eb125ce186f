// The table: of many rows only those near the screen are rendered. Where it is narrow, a row has two lines instead of columns.
import {
  type KeyboardEvent,
  memo,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { formatDate, machineDate } from "#contract/dates/dates.ts";
import type { NamedLevel } from "#contract/levels/levels.ts";
import type { RecordingRow, RecordingSort, RecordingState } from "#contract/studio.ts";
import { formatLength } from "#web/duration.ts";
import { include, toggle, toggleUpTo, useSelection } from "#web/library/edit/selection.ts";
import { Thumb } from "#web/studio/thumb.tsx";
import { type ColumnKey, isNarrow, isSortable, listColumns, useHiddenColumns } from "./columns.ts";
import type { Filter } from "./filter.ts";
import css from "./table.module.css";
import { words } from "./words.ts";

interface Props {
  rows: readonly RecordingRow[];
  filter: Filter;
  levels: readonly NamedLevel[];
  /** Of the recording in the editor. */
  opened: string | undefined;
  open: (id: string) => void;
  sort: (column: RecordingSort) => void;
  /** There are more, and the last row is near. */
  loadMore: (() => void) | undefined;
}

/** Up to this many are all rendered, so that the browser's own search finds them. */
const mostAtOnce = 60;
/** Of a row, in rem: with a larger font it grows. */
const [wideRow, narrowRow] = [3.5, 4];

export function Table({ rows, filter, levels, opened, open, sort, loadMore }: Props) {
  "use memo";
  const box = useRef<HTMLDivElement>(null);
  const { width, rem, ...sight } = useSight(box);
  const chosen = useSelection((selection) => selection.chosen);
  const isSelecting = useSelection(({ isOn }) => isOn);
  const hidden = useHiddenColumns((choice) => choice.hidden);
  const [focused, setFocused] = useState<string>();
  const isSmall = isNarrow(width);
  const columns = listColumns(width, hidden, levels.length > 1);
  const height = Math.round((isSmall ? narrowRow : wideRow) * rem);
  const { from, to } = findShown(rows, { sight, height, focused });
  const isEndNear = sight.to > rows.length * height - innerHeight;
  useEffect(() => {
    if (isEndNear) loadMore?.();
  }, [isEndNear, loadMore]);
  const hasBox = !isSmall || isSelecting;
  const shared = { columns: columns.map(({ key }) => key).join(" "), hasBox, levels, open };
  return (
    <div
      ref={box}
      className={css.box}
      onFocus={(event) => setFocused(idOf(event.target))}
      onBlur={() => setFocused(undefined)}
    >
      {width > 0 && (
        <table className={css.table} aria-label={words.title} aria-rowcount={rows.length + 1}>
          {!isSmall && (
            <thead className={css.head}>
              <tr>
                <th className={css.boxCell}>
                  <span className="visually-hidden">{words.select}</span>
                </th>
                <Heading column="title" {...{ filter, sort }} />
                {columns.map(({ key, width: wide, isNumber = false }) =>
                  isSortable(key) ? (
                    <Heading key={key} column={key} width={wide} {...{ filter, sort, isNumber }} />
                  ) : (
                    <th key={key} scope="col" data-number={isNumber || undefined} style={{ width: wide }}>
                      <span className={css.unsorted}>{words.columns[key]}</span>
                    </th>
                  ),
                )}
              </tr>
            </thead>
          )}
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- only a shortcut: Tab does the same */}
          <tbody onKeyDown={moveByKey}>
            <Space height={from * height} />
            {rows.slice(from, to).map((row, index) => (
              <Row
                key={row.id}
                row={row}
                place={from + index + 2}
                height={height}
                isChosen={chosen.has(row.id)}
                isOpen={opened === row.id}
                {...shared}
              />
            ))}
            <Space height={(rows.length - to) * height} />
          </tbody>
        </table>
      )}
    </div>
  );
}

interface Sight {
  /** Of the box, and the page's font size. */
  width: number;
  rem: number;
  /** Heights within the box: what is on the screen, or soon will be. */
  from: number;
  to: number;
}

/** In steps, so that most of the scrolling renders nothing; and how much around the screen is rendered, in screens. */
const [step, ready] = [240, 0.75];

/** As the home page does it, in a few lines: what both of them loaded would be one more file of everybody's first visit. */
function useSight(box: RefObject<HTMLElement | null>): Sight {
  const [sight, setSight] = useState<Sight>({ width: 0, rem: 16, from: 0, to: 0 });
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const look = () => {
      const { top } = element.getBoundingClientRect();
      const more = innerHeight * ready;
      const next = {
        width: element.clientWidth,
        rem: Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16,
        from: Math.floor((-top - more) / step) * step,
        to: Math.ceil((innerHeight - top + more) / step) * step,
      };
      setSight((before) => (keysOf(next).every((key) => before[key] === next[key]) ? before : next));
    };
    look();
    // what is above the box may grow or shrink
    const observer = new ResizeObserver(look);
    observer.observe(document.body);
    observer.observe(element);
    addEventListener("scroll", look, { passive: true });
    addEventListener("resize", look);
    return () => {
      observer.disconnect();
      removeEventListener("scroll", look);
      removeEventListener("resize", look);
    };
  }, [box]);
  return sight;
}

const keysOf = Object.keys as (sight: Sight) => (keyof Sight)[];

interface Shown {
  sight: { from: number; to: number };
  height: number;
  focused: string | undefined;
}

/** Those in sight, and those up to the one with the focus, if it is just beyond: the focus must not be lost while scrolling. */
function findShown(rows: readonly RecordingRow[], { sight, height, focused }: Shown): { from: number; to: number } {
  if (rows.length <= mostAtOnce) return { from: 0, to: rows.length };
  const clamp = (index: number) => Math.min(rows.length, Math.max(0, index));
  const [from, to] = [clamp(Math.floor(sight.from / height)), clamp(Math.ceil(sight.to / height))];
  const at = focused === undefined ? -1 : rows.findIndex(({ id }) => id === focused);
  if (at < 0 || at < from - mostAtOnce || at > to + mostAtOnce) return { from, to };
  return { from: Math.min(from, at), to: Math.max(to, at + 1) };
}

/** In the place of rows that are not rendered. */
function Space({ height }: { height: number }) {
  return height <= 0 ? null : <tr aria-hidden="true" style={{ height }} />;
}

interface HeadingProps {
  column: RecordingSort;
  width?: number;
  isNumber?: boolean;
  filter: Filter;
  sort: (column: RecordingSort) => void;
}

function Heading({ column, width, isNumber = false, filter, sort }: HeadingProps) {
  const isSorted = (filter.sort ?? "date") === column;
  const order = filter.order === "asc" ? "ascending" : "descending";
  return (
    <th
      scope="col"
      aria-sort={isSorted ? order : "none"}
      data-number={isNumber || undefined}
      style={width === undefined ? undefined : { width }}
    >
      <button type="button" className={css.sort} onClick={() => sort(column)}>
        {words.columns[column]}
        {isSorted && (
          <svg viewBox="0 0 12 12" aria-hidden="true">
            <path d={filter.order === "asc" ? "m3 7.5 3-3 3 3" : "m3 4.5 3 3 3-3"} />
          </svg>
        )}
      </button>
    </th>
  );
}

interface RowProps {
  row: RecordingRow;
  place: number;
  height: number;
  isChosen: boolean;
  isOpen: boolean;
  /** Their keys, in one text: a row is rendered again only when something of it has changed. */
  columns: string;
  hasBox: boolean;
  levels: readonly NamedLevel[];
  open: (id: string) => void;
}

const Row = memo(function OneRow({ row, place, height, isChosen, isOpen, columns, hasBox, levels, open }: RowProps) {
  const { id, thumbnail_url } = row;
  const title = row.draft ? words.draft(row.title) : row.hidden ? words.hidden(row.title) : row.title;
  const keys = columns === "" ? [] : (columns.split(" ") as ColumnKey[]);
  return (
    <tr
      data-recording={id}
      data-chosen={isChosen || undefined}
      data-open={isOpen || undefined}
      aria-rowindex={place}
      className={css.row}
      style={{ height }}
    >
      {hasBox && (
        <td className={css.boxCell}>
          <label className={css.choose}>
            <input
              type="checkbox"
              aria-label={words.row.choose(title)}
              checked={isChosen}
              onChange={({ nativeEvent }) => ((nativeEvent as MouseEvent).shiftKey ? toggleUpTo(id) : toggle(id))}
            />
          </label>
        </td>
      )}
      <th scope="row" className={css.title} aria-label={title}>
        <span className={css.about}>
          <span className={css.picture}>
            <Thumb key={thumbnail_url} address={thumbnail_url} />
          </span>
          <span className={css.lines}>
            <button type="button" className={css.open} aria-label={words.row.edit(title)} onClick={() => open(id)}>
              <bdi>{title}</bdi>
            </button>
            {!keys.includes("date") && (
              <span className={css.second}>
                {cells.date(row)}
                {!keys.includes("state") && cells.state(row)}
              </span>
            )}
          </span>
        </span>
      </th>
      {keys.map((key) => (
        <td key={key} data-number={key === "length" || key === "songs" || key === "plays" || undefined}>
          {cells[key](row, levels)}
        </td>
      ))}
    </tr>
  );
});

const cells: Record<ColumnKey, (row: RecordingRow, levels?: readonly NamedLevel[]) => ReactNode> = {
  date: (row) => <time dateTime={machineDate(row)}>{formatDate(row)}</time>,
  length: ({ duration }) => formatLength(duration),
  level: ({ level = null }, levels = []) => levels.find(({ id }) => id === level)?.name ?? level,
  state: (row) => {
    const state = stateOf(row);
    return (
      <span className={css.state} data-state={state}>
        {words.states[state]}
      </span>
    );
  },
  songs: ({ songs }) => songs,
  captions: ({ captions }) => (captions.length === 0 ? words.none : captions.map(nameLanguage).join(", ")),
  plays: ({ plays }) => plays?.toLocaleString() ?? words.none,
};

function stateOf({ state, hidden, draft }: Pick<RecordingRow, "state" | "hidden" | "draft">): RecordingState {
  if (state !== "published") return state;
  return draft ? "draft" : hidden ? "hidden" : "visible";
}

const languages = new Intl.DisplayNames(undefined, { type: "language", fallback: "code" });

/** "German" for "de"; what is no language stays as it is. */
function nameLanguage(code: string): string {
  try {
    return languages.of(code) ?? code;
  } catch {
    return code;
  }
}

function idOf(element: Element): string | undefined {
  return element.closest<HTMLElement>("[data-recording]")?.dataset.recording;
}

/** Up and down the column of the boxes or of the titles; with Shift, what one comes to is chosen as well. */
function moveByKey(event: KeyboardEvent<HTMLElement>): void {
  const { key, shiftKey, target, ctrlKey, altKey, metaKey } = event;
  if ((key !== "ArrowDown" && key !== "ArrowUp") || ctrlKey || altKey || metaKey) return;
  if (!(target instanceof HTMLElement)) return;
  const row = target.closest("tr");
  const next = key === "ArrowDown" ? row?.nextElementSibling : row?.previousElementSibling;
  const control = next?.querySelector<HTMLElement>(target instanceof HTMLInputElement ? "input" : "button");
  const [here, there] = [row && idOf(row), next && idOf(next)];
  if (!control || !here || !there) return;
  event.preventDefault();
  control.focus();
  if (shiftKey) include([here, there]);
}
