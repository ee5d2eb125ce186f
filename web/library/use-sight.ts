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

export function useSight(box: RefObject<HTMLElement | null>): Sight {
  const [from = 0, to = 0] = useSyncExternalStore(followScrolling, () => look(box.current))
    .split(" ")
    .map(Number);
  return { from, to };
}

function followScrolling(changed: () => void): () => void {
  addEventListener("scroll", changed, { passive: true });
  addEventListener("resize", changed);
  return () => {
    removeEventListener("scroll", changed);
    removeEventListener("resize", changed);
  };
}

function look(box: HTMLElement | null): string {
  if (!box) return "";
  const top = -box.getBoundingClientRect().top;
  const from = Math.floor((top - innerHeight * ready) / step) * step;
  const to = Math.ceil((top + innerHeight * (1 + ready)) / step) * step;
  return `${from} ${to}`;
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
