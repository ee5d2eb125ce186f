// What each gesture on the picture does. Every one of them has a button, too.
import { useState } from "react";
import type { Engine } from "#web/player/engine/engine.ts";
import { coarseOnPicture } from "./scrub.ts";
import { useGestures } from "./use-gestures.ts";
import { useHurry } from "./use-hurry.ts";
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
