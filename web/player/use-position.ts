// Saves the playing position, and what is heard: every few seconds, on pause, when the page is hidden or closed; the position is
// deleted at the end.
import { useEffect, useEffectEvent, useState } from "react";
import type { HeardKind } from "#contract/heard/heard.ts";
import { isStillCurrent } from "#web/memory/person.ts";
import { isHeard, noteHere, saveBeforeLogOut, tellServer } from "#web/memory/positions.ts";
import type { Engine } from "./engine/engine.ts";
import { createHearing, findKept, keepHeard, tellHeard, tellKept } from "./hearing.ts";
import type { Playback } from "./playback.ts";

const [hereMs, thereMs] = [3000, 15_000];
/** A shorter position is not worth saving. */
const leastSeconds = 2;

interface Wish {
  /** No position, while only an excerpt is played: that says nothing about how far somebody has come in the recording. */
  isOff: boolean;
  kind: HeardKind;
}

export function usePosition(engine: Engine, id: string, { isOff, kind }: Wish): void {
  const [hearing] = useState(() => createHearing(findKept(id)));
  const note = useEffectEvent(({ time, isPaused, isWaiting, isSeeking, isEnded, rate }: Playback) =>
    hearing.note({ time, rate, kind, isPlaying: !isPaused && !isWaiting && !isSeeking && !isEnded }),
  );
  useEffect(() => void tellKept(id), [id]);
  useEffect(() => {
    let last = { here: Date.now(), there: Date.now() };
    let hasPlayed = false;
    let isOpen = true;
    const tell = async (playing: boolean): Promise<number> => {
      const heard = hearing.report();
      // the page may be closed before the answer
      keepHeard(id, heard);
      if (isOff && heard.length === 0) return 0;
      const status = await (isOff
        ? tellHeard(id, heard)
        : tellServer(id, { playing, ...(heard.length > 0 && { heard }) }));
      if (!isHeard(status)) return status;
      hearing.confirm(heard);
      if (isStillCurrent()) keepHeard(id, hearing.report());
      return status;
    };
    const save = async ({ isLast = false, isLeaving = false } = {}): Promise<void> => {
      // somebody else may have logged in in another tab
      if (!hasPlayed || !isStillCurrent()) return;
      const { isEnded, isPaused, duration } = engine.store.getState();
      const time = engine.readTime();
      const isOver = isEnded || (duration > 0 && duration - time < 1);
      if (!isOff) noteHere(id, isOver || time < leastSeconds ? 0 : time);
      last.here = Date.now();
      if (!isLast && Date.now() - last.there < thereMs) return;
      last.there = Date.now();
      const status = await tell(!isPaused && !isOver && !isLeaving);
      if (isOpen && !isOff) engine.heed(status);
    };
    const saveLast = () => save({ isLast: true });
    const unsubscribe = engine.store.subscribe((now, before) => {
      note(now);
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
  }, [engine, id, isOff, hearing]);
}
