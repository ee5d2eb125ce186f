// Which part of a tall box is on the screen, or soon will be; and how wide it is.
import { type RefObject, useLayoutEffect, useState, useSyncExternalStore } from "react";

/** Heights within the box, in pixels. */
export interface Sight {
  from: number;
  to: number;
}

/** Reported in steps, so that most of the scrolling renders nothing. */
const step = 240;
/** How much is rendered above and below the screen, in screens. */
const ready = 0.75;
/** Scrolled by more than a screen at once, only the screen is rendered. The rest follows, so much every so often. */
const [readyStep, stepMs] = [0.25, 100];

export function useSight(box: RefObject<HTMLElement | null>): Sight {
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

/** Its width, 0 before it is known, and the page's font size. */
export function useSize(box: RefObject<HTMLElement | null>): { width: number; rem: number } {
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
