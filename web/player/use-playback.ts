// A part of what the engine reports, for components.
import { useStore } from "zustand";
import type { Engine } from "./engine/engine.ts";
import type { Playback } from "./playback.ts";

export function usePlayback<T>(engine: Engine, choose: (playback: Playback) => T): T {
  return useStore(engine.store, choose);
}
