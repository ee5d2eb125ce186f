// The engine of what plays, for what listens along outside of the player's frame.
import { create } from "zustand";
import type { Engine } from "./engine/engine.ts";

interface Current {
  engine: Engine | null;
  /** Of the recording. */
  id: string | null;
  /** Somebody has started it: it stays when its page is left. */
  hasPlayed: boolean;
}

const none: Current = { engine: null, id: null, hasPlayed: false };
export const useCurrentEngine = create<Current>(() => none);

/** What it returns ends it. */
export function announce(engine: Engine, id: string): () => void {
  const { setState } = useCurrentEngine;
  setState({ engine, id, hasPlayed: !engine.store.getState().isPaused });
  const forget = engine.store.subscribe(({ isPaused }) => {
    if (!isPaused && !useCurrentEngine.getState().hasPlayed) setState({ hasPlayed: true });
  });
  return () => {
    forget();
    setState(none);
  };
}
