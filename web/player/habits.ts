// What this browser remembers about playing, besides the persisted entry: muted, speed, theatre mode, captions.
import { create } from "zustand";
import { persist, type PersistStorage } from "zustand/middleware";
import { patientStorage } from "#web/persisted.ts";
import type { CaptionTrack } from "./playback.ts";

interface Habits {
  isMuted: boolean;
  rate: number;
  isTheatre: boolean;
  /** The captions shown last; null is none. */
  captions: CaptionTrack | null;
}

export const rates = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2] as const;
const defaults: Habits = { isMuted: false, rate: 1, isTheatre: false, captions: null };

export const useHabits = create<Habits>()(
  persist(() => defaults, {
    name: "stagedoor-player",
    version: 1,
    storage: patientStorage as PersistStorage<Habits>,
    migrate: (stored) => stored as Habits,
    merge: (stored) => readHabits(stored),
  }),
);

/** The stored values as far as they are valid, defaults for the rest. */
function readHabits(stored: unknown): Habits {
  const habits = (typeof stored === "object" && stored !== null ? stored : {}) as Partial<Habits>;
  const { isMuted, rate, isTheatre, captions } = habits;
  return {
    isMuted: isMuted === true,
    rate: typeof rate === "number" && rate >= 0.5 && rate <= 2 ? rate : 1,
    isTheatre: isTheatre === true,
    captions: readTrack(captions),
  };
}

function readTrack(stored: Habits["captions"] | undefined): CaptionTrack | null {
  const { label, language } = stored ?? {};
  return typeof label === "string" && typeof language === "string" ? { label, language } : null;
}

/** The next speed in a direction; the last one stays. */
export function nextRate(rate: number, direction: 1 | -1): number {
  const ordered = direction === 1 ? rates : rates.toReversed();
  return ordered.find((one) => (one - rate) * direction > 0.001) ?? rate;
}
