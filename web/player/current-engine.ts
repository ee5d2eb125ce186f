// The engine of the player on this page, for what listens along outside of the player's frame.
import { create } from "zustand";
import type { Engine } from "./engine/engine.ts";

export const useCurrentEngine = create<{ engine: Engine | null }>(() => ({ engine: null }));
