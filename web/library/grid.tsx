// The recordings as cards or as a list, under one heading per year when sorted by date. Of many recordings only those near the
// screen are rendered.
import {
  lazy,
  Suspense,
  useId,
  useRef,
  useState,
  useEffect,
  useLayoutEffect,
  type RefObject,
  useSyncExternalStore,
} from "react";
import type { VideoInList, VideoSort } from "#contract/video.ts";
import { Card } from "./card.tsx";
import { groupVideos } from "#web/library/filter/filter.ts";
import css from "./grid.module.css";
import { findInSight, isNarrowList, layShelves, measure, type Measures, placeOf, type Shelf } from "./shelves.ts";
import { useView } from "./view.ts";
import { words } from "./words.ts";
import { NavigationType, useLocation, useNavigationType } from "react-router";

const Years = lazy(async () => ({ default: (await import("./years/years.tsx")).Years }));

interface Props {
  /** Filtered and sorted. */
  videos: readonly VideoInList[];
  sort: VideoSort;
  canEdit: boolean;
  /** More recordings are being loaded. */
  isPart?: boolean;
  /** Years and months are shown at the edge of the screen. */
  hasYears?: boolean;
}

/** Up to this many are all rendered, so that the browser's own search finds them. */
const mostAtOnce = 60;
/** A picture that is raised by the pointer must not be covered by the label. */
const liftRoom = 4;
const everything: Sight = { from: -Infinity, to: Infinity };

export function Grid({ videos, sort, canEdit, isPart = false, hasYears = false }: Props) {
  "use memo";
  const box = useRef<HTMLDivElement>(null);
  const { width, rem } = useSize(box);
  const isList = useView() === "list";
  const seen = useSight(box);
  const sight = videos.length > mostAtOnce ? seen : everything;
  const [focused, setFocused] = useState<string>();
  useScrollMemory(width > 0 && !isPart);
  const measures = measure(width, rem, { isList, canEdit });
  const shelves = layShelves(groupVideos(videos, sort), measures);
  return (
    <div
      ref={box}
      data-look={isList ? (isNarrowList(width) ? "narrow-list" : "list") : "cards"}
      onFocus={(event) => setFocused(event.target.closest("li")?.dataset.video)}
      onBlur={() => setFocused(undefined)}
    >
      {width > 0 &&
        shelves.map((shelf) => (
          <ShelfOfYear key={shelf.year} {...{ shelf, measures, sight, videos, canEdit, isPart }} focused={focused} />
        ))}
      {width > 0 && hasYears && !isPart && (
        <Suspense>
          <Years {...{ box, videos, shelves, measures }} />
        </Suspense>
      )}
    </div>
  );
}

interface ShelfProps {
  shelf: Shelf;
  measures: Measures;
  sight: Sight;
  videos: readonly VideoInList[];
  canEdit: boolean;
  isPart: boolean;
  focused: string | undefined;
}

function ShelfOfYear({ shelf, measures, sight, videos, canEdit, isPart, focused }: ShelfProps) {
  "use memo";
  const id = useId();
  return (
    <section className={css.shelf} style={{ height: shelf.height }} aria-labelledby={id}>
      <div
        className={shelf.year === null ? "visually-hidden" : css.label}
        style={shelf.year === null ? {} : { height: measures.labelHeight - liftRoom }}
      >
        <h2 id={id}>{shelf.year ?? words.home.recordings}</h2>
        {!isPart && <span className={css.count}>{shelf.count}</span>}
      </div>
      <ul aria-labelledby={id}>
        {listShown(shelf, findInSight(shelf, measures, sight), { videos, focused }).map(({ video, index }) => {
          const { x, y } = placeOf(index, shelf, measures);
          return (
            <li
              key={video.id}
              className={css.place}
              style={{ insetInlineStart: x, top: y, width: measures.columnWidth }}
              data-video={video.id}
              aria-setsize={shelf.count}
              aria-posinset={index - shelf.start + 1}
            >
              <Card video={video} canEdit={canEdit} />
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** Those in sight, and the one with the focus, which stays however far the page is scrolled. */
function listShown(
  shelf: Shelf,
  [begin, end]: readonly [number, number],
  { videos, focused }: Pick<ShelfProps, "videos" | "focused">,
): { video: VideoInList; index: number }[] {
  const shown = videos.slice(begin, end).map((video, place) => ({ video, index: begin + place }));
  if (focused === undefined || shown.some(({ video }) => video.id === focused)) return shown;
  const index = videos.findIndex(({ id }) => id === focused);
  const video = videos[index];
  if (!video || index < shelf.start || index >= shelf.start + shelf.count) return shown;
  return index < begin ? [{ video, index }, ...shown] : [...shown, { video, index }];
}

const entryOf = (key: string) => `stagedoor-scroll ${key}`;

// A new visit has the same key as the last new visit in this tab, and starts at the top.
const [visit] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
if (visit?.type === "navigate") forget("default");

/**
 * Coming back from a recording restores the scroll position of the list, which is kept for each entry of the history.
 * The browser restores it too early, when the list is not yet as long as it was.
 */
function useScrollMemory(isReady: boolean): void {
  const { key } = useLocation();
  const navigation = useNavigationType();
  const current = useRef(key);
  const isDone = useRef(false);
  useEffect(() => {
    current.current = key;
  }, [key]);
  useLayoutEffect(() => {
    if (!isReady || isDone.current) return;
    isDone.current = true;
    const top = navigation === NavigationType.Pop ? recall(key) : 0;
    if (top > 0) scrollTo(0, top);
  }, [isReady, key, navigation]);
  useEffect(() => {
    // The position is not read on leaving: by then the next page may have scrolled to its own top.
    let top = scrollY;
    const note = () => {
      top = scrollY;
    };
    const keep = () => remember(current.current, top);
    addEventListener("scroll", note, { passive: true });
    addEventListener("pagehide", keep);
    return () => {
      keep();
      removeEventListener("scroll", note);
      removeEventListener("pagehide", keep);
    };
  }, []);
}

function recall(key: string): number {
  try {
    return Number(sessionStorage.getItem(entryOf(key)) ?? 0) || 0;
  } catch {
    return 0;
  }
}

function remember(key: string, top: number): void {
  try {
    sessionStorage.setItem(entryOf(key), String(Math.round(top)));
  } catch {
    // Storage is full or not allowed: then coming back starts at the top.
  }
}

function forget(key: string): void {
  try {
    sessionStorage.removeItem(entryOf(key));
  } catch {
    // Storage is not allowed: then nothing was kept either.
  }
}

/** Heights within the box, in pixels. */
interface Sight {
  from: number;
  to: number;
}

/** Reported in steps, so that most of the scrolling renders nothing. */
const step = 240;
/** How much is rendered above and below the screen, in screens. */
const ready = 0.75;
/** Scrolled by more than a screen at once, only the screen is rendered. The rest follows, so much every so often. */
const [readyStep, stepMs] = [0.25, 100];

/** Which part of a tall box is on the screen, or soon will be; and how wide it is. */
function useSight(box: RefObject<HTMLElement | null>): Sight {
  const [{ follow, read }] = useState(() => watchSight(box));
  const [from = 0, to = 0] = useSyncExternalStore(follow, read).split(" ").map(Number);
  return { from, to };
}

/** Looks when something has moved, and not whenever React asks: right after a change, each look would lay the page out anew. */
function watchSight(box: RefObject<HTMLElement | null>) {
  let seen = "";
  let lastTop: number | undefined;
  let around = ready;
  const look = () => {
    if (!box.current) return;
    const top = -box.current.getBoundingClientRect().top;
    const isFar = lastTop !== undefined && Math.abs(top - lastTop) > innerHeight;
    around = isFar ? 0 : Math.min(ready, around + readyStep);
    lastTop = top;
    const more = innerHeight * around;
    const from = Math.floor((top - more) / step) * step;
    const to = Math.ceil((top + innerHeight + more) / step) * step;
    seen = `${from} ${to}`;
  };
  return {
    read() {
      if (seen === "") look();
      return seen;
    },
    follow(changed: () => void) {
      const ended = new AbortController();
      let later: ReturnType<typeof setTimeout> | undefined;
      const lookAgain = () => {
        const before = seen;
        look();
        clearTimeout(later);
        if (around < ready) later = setTimeout(lookAgain, stepMs);
        if (seen !== before) changed();
      };
      const { signal } = ended;
      addEventListener("scroll", lookAgain, { signal });
      addEventListener("resize", lookAgain, { signal });
      // what is above the box may grow or shrink
      const observer = new ResizeObserver(lookAgain);
      observer.observe(document.body);
      return () => {
        clearTimeout(later);
        ended.abort();
        observer.disconnect();
      };
    },
  };
}

/** The width, 0 before it is known, and the page's font size. */
function useSize(box: RefObject<HTMLElement | null>): { width: number; rem: number } {
  const [size, setSize] = useState({ width: 0, rem: 16 });
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const read = () => {
      const width = element.clientWidth;
      const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
      setSize((old) => (old.width === width && old.rem === rem ? old : { width, rem }));
    };
    read();
    const observer = new ResizeObserver(read);
    observer.observe(element);
    return () => observer.disconnect();
  }, [box]);
  return size;
}
