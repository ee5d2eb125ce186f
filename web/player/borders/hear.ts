// Plays a second before and a second after a border, and then pauses.
import type { Engine } from "#web/player/engine/engine.ts";

const aroundSeconds = 1;

/** Ends by itself, also when somebody seeks elsewhere. Returns a function that ends it at once, without a pause. */
export function hearAround(engine: Engine, at: number): () => void {
  const [from, to] = [Math.max(0, at - aroundSeconds), at + aroundSeconds];
  let [frame, hasBegun] = [0, false];
  engine.seek(from);
  engine.play();
  const watch = () => {
    const time = engine.readTime();
    const isInside = time >= from - 0.3 && time < to;
    hasBegun ||= isInside;
    cancelAnimationFrame(frame);
    if (!hasBegun || isInside) {
      frame = requestAnimationFrame(watch);
      return;
    }
    stop();
    if (time >= to && time < to + aroundSeconds) engine.pause();
  };
  // a page in the background draws no frames
  const unsubscribe = engine.store.subscribe(watch);
  const stop = () => {
    unsubscribe();
    cancelAnimationFrame(frame);
  };
  frame = requestAnimationFrame(watch);
  return stop;
}
