// What this browser remembers about playing, besides the persisted entry: muted, speed and theatre mode for everybody who
// uses it, captions for each person.
import { create } from "zustand";
import { persist, type PersistStorage } from "zustand/middleware";
import { patientStorage } from "#web/memory/persisted.ts";
import { currentPerson } from "#web/memory/person.ts";
import { type CaptionHabits, defaultCaptions, readCaptionHabits, readTrack } from "./captions/look.ts";

interface Habits {
  isMuted: boolean;
  rate: number;
  isTheatre: boolean;
  /** What repeats in the queue; without a queue, "all" is the recording. */
  repeat: "off" | "all" | "one";
  /** More like it follows at the end of the queue. */
  goesOn: boolean;
  /** Habits by person; the one who changed them last is at the end. */
  captions: Record<string, CaptionHabits>;
}

export const rates = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2] as const;
const defaults: Habits = { isMuted: false, rate: 1, isTheatre: false, repeat: "off", goesOn: false, captions: {} };
const mostPeople = 8;

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
export function readHabits(stored: unknown): Habits {
  const habits = (typeof stored === "object" && stored !== null ? stored : {}) as Partial<Habits>;
  const { isMuted, rate, isTheatre, repeat, goesOn, captions } = habits;
  return {
    isMuted: isMuted === true,
    rate: typeof rate === "number" && rate >= 0.5 && rate <= 2 ? rate : 1,
    isTheatre: isTheatre === true,
    repeat: repeat === "all" || repeat === "one" ? repeat : "off",
    goesOn: goesOn === true,
    captions: readCaptions(captions),
  };
}

function readCaptions(stored: unknown): Habits["captions"] {
  if (typeof stored !== "object" || stored === null) return {};
  // before people were told apart, only the captions shown last were stored
  const track = readTrack(stored);
  if (track) return { [currentPerson()]: { ...defaultCaptions, track } };
  return Object.fromEntries(Object.entries(stored).map(([person, one]) => [person, readCaptionHabits(one)]));
}

export function captionHabits({ captions } = useHabits.getState()): CaptionHabits {
  return captions[currentPerson()] ?? defaultCaptions;
}

export function changeCaptionHabits(change: Partial<CaptionHabits>): void {
  const person = currentPerson();
  useHabits.setState((habits) => {
    const { [person]: _before, ...others } = habits.captions;
    const kept = Object.entries(others).slice(1 - mostPeople);
    return { captions: { ...Object.fromEntries(kept), [person]: { ...captionHabits(habits), ...change } } };
  });
}

/** The next speed in a direction; the last one stays. */
export function nextRate(rate: number, direction: 1 | -1): number {
  const ordered = direction === 1 ? rates : rates.toReversed();
  return ordered.find((one) => (one - rate) * direction > 0.001) ?? rate;
}
