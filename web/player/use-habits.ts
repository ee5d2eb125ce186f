// Remembers volume, speed and captions, as the media elements report them, for the next recording.
import { useEffect } from "react";
import { setVolume } from "#web/persisted.ts";
import type { Engine } from "./engine/engine.ts";
import { useHabits } from "./habits.ts";

export function useRemembering(engine: Engine): void {
  useEffect(
    () =>
      engine.store.subscribe((now, before) => {
        if (now.volume !== before.volume) setVolume(now.volume);
        if (now.isMuted !== before.isMuted) useHabits.setState({ isMuted: now.isMuted });
        if (now.rate !== before.rate) useHabits.setState({ rate: now.rate });
        if (now.wantedCaptions !== before.wantedCaptions) useHabits.setState({ captions: now.wantedCaptions });
      }),
    [engine],
  );
}
