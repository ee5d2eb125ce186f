// A position that a finger is choosing, on the seek bar or on the picture. Playing goes there when the finger is lifted.
import { useRef, useState } from "react";
import type { Engine } from "#web/player/engine/engine.ts";
import { moveScrub, type Scrub, startScrub } from "./scrub.ts";

export interface Scrubbing {
  /** Null while no finger is choosing one. */
  scrub: Scrub | null;
  start: (start: { at: number; coarse: number }) => void;
  move: (by: { dx: number; away: number }) => void;
  end: (isWanted: boolean) => void;
}

export function useScrub(engine: Engine): Scrubbing {
  const [scrub, setScrub] = useState<Scrub | null>(null);
  // several moves may come before the next render
  const latest = useRef<Scrub | null>(null);
  const update = (next: Scrub | null) => {
    latest.current = next;
    setScrub(next);
  };
  return {
    scrub,
    start({ at, coarse }) {
      const { duration } = engine.store.getState();
      if (duration > 0) update(startScrub({ at, from: engine.readTime(), duration, coarse }));
    },
    move(by) {
      if (latest.current) update(moveScrub(latest.current, by));
    },
    end(isWanted) {
      if (latest.current && isWanted) engine.seek(latest.current.seconds);
      update(null);
    },
  };
}
