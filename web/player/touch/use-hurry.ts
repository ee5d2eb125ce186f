// Plays at double speed for as long as a finger is held down. The chosen speed stays what it was.
import { useRef, useState } from "react";
import type { Engine } from "#web/player/engine/engine.ts";

const hurriedRate = 2;

export function useHurry(engine: Engine) {
  const usualRate = useRef<number | null>(null);
  const [isHurrying, setHurrying] = useState(false);
  return {
    isHurrying,
    /** For event handlers: whether the speed is only a passing one. */
    isPassing: () => usualRate.current !== null,
    start() {
      const { isPaused, rate } = engine.store.getState();
      if (isPaused || usualRate.current !== null) return;
      usualRate.current = rate;
      engine.setRate(hurriedRate);
      setHurrying(true);
    },
    stop() {
      if (usualRate.current === null) return;
      engine.setRate(usualRate.current);
      usualRate.current = null;
      setHurrying(false);
    },
  };
}
