// How far saving is, in this tab; what is stored says only that it waits.
import { create } from "zustand";

interface Progress {
  /** What is being saved now. */
  id: string | null;
  received: number;
  /** Saving waits for a connection. */
  isCut: boolean;
}

export const useProgress = create<Progress>(() => ({ id: null, received: 0, isCut: false }));
