// Years and months at the edge of the screen: where one is in a long list, and the way to anywhere in it. Loaded on demand.
import { type PointerEvent, type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";
import type { VideoInList } from "#contract/video.ts";
import { factsOf } from "#web/library/filter/filter.ts";
import { type Measures, placeOf, type Shelf } from "#web/library/shelves.ts";
import css from "./years.module.css";
import { words } from "./words.ts";

interface Props {
  /** The list. */
  box: RefObject<HTMLElement | null>;
  videos: readonly VideoInList[];
  shelves: readonly Shelf[];
  measures: Measures;
}

interface Stop {
  year: number;
  month: number | null;
  /** Pixels from the top of the list. */
  y: number;
}

/** How long it stays after scrolling, where it is not always there. */
const staysMs = 1500;
/** Pixels between two that are shown. */
const [betweenYears, betweenMonths] = [22, 9];

export function Years({ box, videos, shelves, measures }: Props) {
  const bar = useRef<HTMLDivElement>(null);
  const mark = useRef<HTMLSpanElement>(null);
  const stops = listStops(videos, shelves, measures);
  const height = shelves.reduce((sum, shelf) => sum + shelf.height, 0);
  const [barHeight, setBarHeight] = useState(0);
  const [at, setAt] = useState(0);
  const [isDragged, setDragged] = useState(false);
  /** How far one can scroll within the list. */
  const range = () => Math.max(1, height - room());
  const shareOf = (y: number) => Math.min(1, Math.max(0, y / range()));
  const look = () => {
    if (!box.current || !bar.current) return;
    const y = header() - box.current.getBoundingClientRect().top;
    mark.current?.style.setProperty("top", `${shareOf(y) * 100}%`);
    setBarHeight(bar.current.clientHeight);
    // the month whose recordings are at the top
    const top = stops.findLastIndex((stop) => stop.y <= y + measures.labelHeight + 1);
    setAt(Math.max(0, top));
  };
  const isAwake = useAwake(look);
  // the list may have become another one
  useEffect(look);
  const scrollToY = (y: number) => {
    const top = (box.current?.getBoundingClientRect().top ?? 0) + scrollY;
    scrollTo(0, top + y - header());
  };
  const follow = ({ clientY }: PointerEvent) => {
    const { top = 0, height: length = 1 } = bar.current?.getBoundingClientRect() ?? {};
    scrollToY(Math.min(1, Math.max(0, (clientY - top) / length)) * range());
  };
  const step = (to: number) => {
    const stop = stops[Math.min(stops.length - 1, Math.max(0, to))];
    if (stop) scrollToY(stop.y - measures.labelHeight);
  };
  const keys: Record<string, () => void> = {
    ArrowDown: () => step(at + 1),
    ArrowUp: () => step(at - 1),
    PageDown: () => step(findYear(stops, at, 1)),
    PageUp: () => step(findYear(stops, at, -1)),
    Home: () => step(0),
    End: () => step(stops.length - 1),
  };
  const name = stops[at] ? sayMonth(stops[at]) : "";
  return (
    <div
      className={css.years}
      data-awake={isAwake || isDragged}
      data-dragged={isDragged}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an input cannot have years along it
      role="slider"
      tabIndex={0}
      aria-label={words.label}
      aria-orientation="vertical"
      aria-valuemin={0}
      aria-valuemax={Math.max(0, stops.length - 1)}
      aria-valuenow={at}
      aria-valuetext={name}
      onKeyDown={(event) => {
        const act = keys[event.key];
        if (!act || event.altKey || event.ctrlKey || event.metaKey) return;
        event.preventDefault();
        act();
      }}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        setDragged(true);
        follow(event);
      }}
      onPointerMove={(event) => isDragged && follow(event)}
      onPointerUp={() => setDragged(false)}
      onPointerCancel={() => setDragged(false)}
    >
      <div ref={bar} className={css.bar}>
        {chooseShown(stops, (stop) => shareOf(stop.y) * barHeight).map(({ stop, isYear }) => (
          <span
            key={`${stop.year} ${stop.month}`}
            className={isYear ? css.year : css.month}
            data-current={isYear && stop.year === stops[at]?.year}
            style={{ top: `${shareOf(stop.y) * 100}%` }}
          >
            {isYear && stop.year}
          </span>
        ))}
        <span ref={mark} className={css.mark}>
          <span className={css.label}>{name}</span>
        </span>
      </div>
    </div>
  );
}

/** Looks at each scroll and each change of size. True until a moment after the last scroll. */
function useAwake(look: () => void): boolean {
  const [isAwake, setAwake] = useState(false);
  const onChange = useEffectEvent(look);
  useEffect(() => {
    let later: ReturnType<typeof setTimeout> | undefined;
    const onScroll = () => {
      onChange();
      setAwake(true);
      clearTimeout(later);
      later = setTimeout(() => setAwake(false), staysMs);
    };
    const onResize = () => onChange();
    addEventListener("scroll", onScroll, { passive: true });
    addEventListener("resize", onResize);
    return () => {
      clearTimeout(later);
      removeEventListener("scroll", onScroll);
      removeEventListener("resize", onResize);
    };
  }, []);
  return isAwake;
}

/** The first stop of the next year, or of the year before. */
function findYear(stops: readonly Stop[], at: number, by: 1 | -1): number {
  const year = stops[at]?.year;
  if (by > 0) {
    const next = stops.findIndex((stop, n) => n > at && stop.year !== year);
    return next < 0 ? stops.length - 1 : next;
  }
  const before = stops.slice(0, at).findLast((stop) => stop.year !== year)?.year;
  return stops.findIndex((stop) => stop.year === before);
}

function listStops(videos: readonly VideoInList[], shelves: readonly Shelf[], measures: Measures): Stop[] {
  const stops: Stop[] = [];
  for (const shelf of shelves) {
    for (let index = shelf.start; index < shelf.start + shelf.count; index += 1) {
      const video = videos[index];
      const last = stops.at(-1);
      if (!video) continue;
      const { year, month } = factsOf(video);
      const { y } = placeOf(index, shelf, measures);
      // of the months that begin in one row there is one stop
      if ((last?.year !== year || last.month !== month) && last?.y !== shelf.top + y)
        stops.push({ year, month, y: shelf.top + y });
    }
  }
  return stops;
}

/** The years first; months where there is room between them. */
function chooseShown(stops: readonly Stop[], pixelOf: (stop: Stop) => number): { stop: Stop; isYear: boolean }[] {
  const years: Stop[] = [];
  for (const [n, stop] of stops.entries()) {
    if (stop.year === stops[n - 1]?.year) continue;
    const last = years.at(-1);
    if (!last || pixelOf(stop) - pixelOf(last) >= betweenYears) years.push(stop);
  }
  const shown = years.map((stop) => ({ stop, isYear: true }));
  let before = -Infinity;
  for (const stop of stops) {
    const pixel = pixelOf(stop);
    if (pixel - before < betweenMonths || years.some((year) => Math.abs(pixelOf(year) - pixel) < betweenYears / 2))
      continue;
    before = pixel;
    shown.push({ stop, isYear: false });
  }
  return shown;
}

function sayMonth({ year, month }: Stop): string {
  if (month === null) return String(year);
  return new Date(Date.UTC(year, month)).toLocaleDateString(undefined, {
    month: "short",
    year: "numeric",
    timeZone: "UTC",
  });
}

function header(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0;
}

/** The height that the list has on the screen. */
function room(): number {
  return innerHeight - header();
}
