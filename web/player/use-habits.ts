// Remembers volume, speed and captions, as the media elements report them, for the next recording.
import { useEffect, useEffectEvent } from "react";
import { setVolume } from "#web/memory/persisted.ts";
import type { Engine } from "./engine/engine.ts";
import { changeCaptionHabits, useHabits } from "./habits.ts";

/** A passing speed, while a finger is held down, is not remembered. */
export function useRemembering(engine: Engine, isSpeedPassing: () => boolean): void {
  const isPassing = useEffectEvent(isSpeedPassing);
  useEffect(
    () =>
      engine.store.subscribe((now, before) => {
        if (now.volume !== before.volume) setVolume(now.volume);
        if (now.isMuted !== before.isMuted) useHabits.setState({ isMuted: now.isMuted });
        if (now.rate !== before.rate && !isPassing()) useHabits.setState({ rate: now.rate });
        if (now.wantedCaptions !== before.wantedCaptions) changeCaptionHabits({ track: now.wantedCaptions });
      }),
    [engine],
  );
}
