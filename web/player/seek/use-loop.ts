// Repeats a stretch of the recording: at its end it goes back to its beginning.
import { useEffect } from "react";
import type { Engine } from "#web/player/engine/engine.ts";
import type { Loop } from "#web/player/page/moment.ts";

/** So long before the end of the recording it turns back: an element that has ended stops, and is heard to. */
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
      // whoever goes somewhere else on purpose is not dragged back from behind the end
      if (from < end && time >= end && time < end + 1) {
        engine.seek(from);
        // it came to the end between two looks, and has stopped there by itself
        const hasEnded = now.isEnded || (duration > 0 && time >= duration);
        if (hasEnded && !before.isPaused) engine.play();
      }
      cancelAnimationFrame(frame);
      if (!engine.store.getState().isPaused) frame = requestAnimationFrame(() => watch());
    };
    watch();
    // a page in the background draws no frames, but still hears of the time
    const stop = engine.store.subscribe(watch);
    return () => {
      stop();
      cancelAnimationFrame(frame);
    };
  }, [engine, from, to]);
}
