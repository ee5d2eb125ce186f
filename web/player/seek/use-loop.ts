// Repeats a part of the recording: at its end playing goes back to its start.
import { useEffect } from "react";
import type { Engine } from "#web/player/engine/engine.ts";
import type { Loop } from "#web/player/page/moment.ts";

/** How long before the end of the recording the loop goes back: an element that has ended stops, which can be heard. */
const turnSeconds = 0.1;

export function useLoop(engine: Engine, loop: Loop | null): void {
  const [from, to] = [loop?.from ?? null, loop?.to ?? null];
  useEffect(() => {
    if (from === null || to === null) return;
    let frame = 0;
    const watch = (now = engine.store.getState(), before = now) => {
      const time = engine.readTime();
      const { duration } = now;
      const end = duration > 0 ? Math.min(to, duration - turnSeconds) : to;
      // seeking past the end of the loop on purpose does not go back
      if (from < end && time >= end && time < end + 1) {
        engine.seek(from);
        // it reached the end of the recording between two checks, and the element has stopped
        const hasEnded = now.isEnded || (duration > 0 && time >= duration);
        if (hasEnded && !before.isPaused) engine.play();
      }
      cancelAnimationFrame(frame);
      if (!engine.store.getState().isPaused) frame = requestAnimationFrame(() => watch());
    };
    watch();
    // a page in the background draws no frames, but the store still gets the time
    const stop = engine.store.subscribe(watch);
    return () => {
      stop();
      cancelAnimationFrame(frame);
    };
  }, [engine, from, to]);
}
