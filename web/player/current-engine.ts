// The engine of what plays, for what listens along outside of the player's frame.
import { create } from "zustand";
import { tellPlaying, usePlaying } from "#web/place.ts";
import type { Engine } from "./engine/engine.ts";

export const useCurrentEngine = create<{ engine: Engine | null }>(() => ({ engine: null }));

/** What it returns ends it. */
export function announce(engine: Engine, told: { id: string; hasPlayed: boolean }): () => void {
  useCurrentEngine.setState({ engine });
  const tell = ({ isPaused } = engine.store.getState()) => {
    const hasPlayed = !isPaused || usePlaying.getState().hasPlayed;
    if (isPaused !== usePlaying.getState().isPaused) tellPlaying({ isPaused, hasPlayed });
  };
  tellPlaying(null);
  tellPlaying(told);
  tell();
  const forget = engine.store.subscribe(tell);
  return () => {
    forget();
    useCurrentEngine.setState({ engine: null });
    tellPlaying(null);
  };
}
