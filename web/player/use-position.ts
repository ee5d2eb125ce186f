// Saves the playing position: every few seconds, on pause, when the page is hidden or closed; deletes it at the end.
import { useEffect } from "react";
import { noteHere, tellServer } from "#web/positions.ts";
import type { Engine } from "./engine/engine.ts";

const [hereMs, thereMs] = [3000, 15_000];
/** A shorter position is not worth saving. */
const leastSeconds = 2;

export function usePosition(engine: Engine, id: string): void {
  useEffect(() => {
    let last = { here: Date.now(), there: Date.now() };
    let hasPlayed = false;
    let isOpen = true;
    const save = ({ isLast = false } = {}) => {
      if (!hasPlayed) return;
      const { isEnded, duration } = engine.store.getState();
      const time = engine.readTime();
      const isOver = isEnded || (duration > 0 && duration - time < 1);
      noteHere(id, isOver || time < leastSeconds ? 0 : time);
      last.here = Date.now();
      if (!isLast && Date.now() - last.there < thereMs) return;
      last.there = Date.now();
      void tellServer(id).then((status) => isOpen && engine.heed(status));
    };
    const unsubscribe = engine.store.subscribe((now, before) => {
      if (!now.isPaused) hasPlayed = true;
      if ((now.isPaused && !before.isPaused) || (now.isEnded && !before.isEnded)) save({ isLast: true });
      else if (!now.isPaused && Date.now() - last.here >= hereMs) save();
    });
    const onHide = () => {
      if (document.visibilityState === "hidden") save({ isLast: true });
    };
    const onLeave = () => save({ isLast: true });
    document.addEventListener("visibilitychange", onHide);
    addEventListener("pagehide", onLeave);
    return () => {
      isOpen = false;
      save({ isLast: true });
      unsubscribe();
      document.removeEventListener("visibilitychange", onHide);
      removeEventListener("pagehide", onLeave);
    };
  }, [engine, id]);
}
