// Repeats a stretch of the recording: at its end it goes back to its beginning.
import { useEffect } from "react";
import type { Engine } from "./engine/engine.ts";
import type { Loop } from "./moment.ts";

export function useLoop(engine: Engine, loop: Loop | null): void {
  const [from, to] = [loop?.from ?? null, loop?.to ?? null];
  useEffect(() => {
    if (from === null || to === null) return;
    let frame = 0;
    const watch = () => {
      const time = engine.readTime();
      // whoever goes somewhere else on purpose is not dragged back from behind the end
      if (time >= to && time < to + 1) engine.seek(from);
      cancelAnimationFrame(frame);
      if (!engine.store.getState().isPaused) frame = requestAnimationFrame(watch);
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
