// Saves the playing position: every few seconds, on pause, when the page is hidden or closed; deletes it at the end.
import { useEffect } from "react";
import { isStillCurrent } from "#web/memory/person.ts";
import { noteHere, saveBeforeLogOut, tellServer } from "#web/memory/positions.ts";
import type { Engine } from "./engine/engine.ts";

const [hereMs, thereMs] = [3000, 15_000];
/** A shorter position is not worth saving. */
const leastSeconds = 2;

/** Off while only an excerpt is played: that says nothing about how far somebody has come in the recording. */
export function usePosition(engine: Engine, id: string, { isOff }: { isOff: boolean }): void {
  useEffect(() => {
    if (isOff) return;
    let last = { here: Date.now(), there: Date.now() };
    let hasPlayed = false;
    let isOpen = true;
    const save = async ({ isLast = false, isLeaving = false } = {}): Promise<void> => {
      // somebody else may have logged in in another tab
      if (!hasPlayed || !isStillCurrent()) return;
      const { isEnded, isPaused, duration } = engine.store.getState();
      const time = engine.readTime();
      const isOver = isEnded || (duration > 0 && duration - time < 1);
      noteHere(id, isOver || time < leastSeconds ? 0 : time);
      last.here = Date.now();
      if (!isLast && Date.now() - last.there < thereMs) return;
      last.there = Date.now();
      const status = await tellServer(id, { playing: !isPaused && !isOver && !isLeaving });
      if (isOpen) engine.heed(status);
    };
    const saveLast = () => save({ isLast: true });
    const unsubscribe = engine.store.subscribe((now, before) => {
      if (!now.isPaused) hasPlayed = true;
      if ((now.isPaused && !before.isPaused) || (now.isEnded && !before.isEnded)) void saveLast();
      else if (!now.isPaused && Date.now() - last.here >= hereMs) void save();
    });
    const onHide = () => {
      if (document.visibilityState === "hidden") void saveLast();
    };
    const leave = () => save({ isLast: true, isLeaving: true });
    const onLeave = () => void leave();
    const forgetLogOut = saveBeforeLogOut(leave);
    document.addEventListener("visibilitychange", onHide);
    addEventListener("pagehide", onLeave);
    return () => {
      isOpen = false;
      void leave();
      forgetLogOut();
      unsubscribe();
      document.removeEventListener("visibilitychange", onHide);
      removeEventListener("pagehide", onLeave);
    };
  }, [engine, id, isOff]);
}
