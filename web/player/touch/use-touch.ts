// What each gesture on the picture does. Every one of them has a button, too.
import { useState, useRef } from "react";
import type { Engine } from "#web/player/engine/engine.ts";
import { coarseOnPicture } from "./scrub.ts";
import { useGestures } from "./use-gestures.ts";
import { useScrub } from "./use-scrub.ts";

export interface Skipped {
  /** All taps of the series together. */
  total: number;
  isForward: boolean;
}

interface Player {
  engine: Engine;
  isIdle: boolean;
  setIdle: (isIdle: boolean) => void;
  isFullscreen: boolean;
  toggleFullscreen: () => void;
}

export function useTouch({ engine, isIdle, setIdle, isFullscreen, toggleFullscreen }: Player) {
  const scrubbing = useScrub(engine);
  const hurry = useHurry(engine);
  const [skipped, setSkipped] = useState<Skipped | null>(null);
  const wantFullscreen = (isWanted: boolean) => {
    if (isWanted !== isFullscreen) toggleFullscreen();
  };
  const { isBusy, surface } = useGestures((act, width) => {
    if (act.do !== "skip") setSkipped(null);
    switch (act.do) {
      case "tap":
        return setIdle(!isIdle);
      case "skip":
        setSkipped({ total: act.total, isForward: act.seconds > 0 });
        return engine.seek(engine.readTime() + act.seconds);
      case "hurry":
        return hurry.start();
      case "stop-hurrying":
        return hurry.stop();
      case "start-scrub": {
        const { duration } = engine.store.getState();
        return scrubbing.start({ at: engine.readTime(), coarse: coarseOnPicture(width, duration) });
      }
      case "scrub":
        return scrubbing.move(act);
      case "end-scrub":
        return scrubbing.end(act.isWanted);
      case "swipe":
        return wantFullscreen(act.to === "up");
      case "pinch":
        return wantFullscreen(act.to === "out");
      default:
    }
  });
  return { isBusy, surface, scrubbing, hurry, skipped: isBusy ? skipped : null };
}

// Plays at double speed for as long as a finger is held down. The chosen speed stays what it was.

const hurriedRate = 2;

function useHurry(engine: Engine) {
  const usualRate = useRef<number | null>(null);
  const [isHurrying, setHurrying] = useState(false);
  return {
    isHurrying,
    /** Tells event handlers whether the speed is only a passing one. */
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
