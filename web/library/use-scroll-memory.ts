// Coming back from a recording restores the scroll position of the list, which is kept for each entry of the history.
// The browser restores it too early, when the list is not yet as long as it was.
import { useEffect, useLayoutEffect, useRef } from "react";
import { NavigationType, useLocation, useNavigationType } from "react-router";

const entryOf = (key: string) => `stagedoor-scroll ${key}`;

// A new visit has the same key as the last new visit in this tab, and starts at the top.
const [visit] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
if (visit?.type === "navigate") forget("default");

export function useScrollMemory(isReady: boolean): void {
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
    // Not read on leaving: by then the next page may have scrolled to its own top.
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
