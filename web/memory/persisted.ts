// What this browser remembers between visits, in one local-storage entry: volume, Audio Only and playback positions.
// An entry that we did not write, or no longer understand, reads as the defaults.
import { create } from "zustand";
import { persist, type PersistStorage } from "zustand/middleware";

interface Persisted {
  volume: number;
  audioOnly: boolean;
  /** Seconds by recording; a missing one reads as 0. */
  positions: Record<string, number>;
}

const entry = "stagedoor";
const defaults: Persisted = { volume: 0.5, audioOnly: false, positions: {} };

/** Local storage that may be full, forbidden, or hold something else. */
export const patientStorage: PersistStorage<unknown> = {
  getItem(name) {
    try {
      return JSON.parse(localStorage.getItem(name) ?? "null");
    } catch {
      return null;
    }
  },
  setItem(name, value) {
    try {
      localStorage.setItem(name, JSON.stringify(value));
    } catch {
      // Full or forbidden: the value is kept until the page is closed.
    }
  },
  removeItem(name) {
    localStorage.removeItem(name);
  },
};

export const usePersisted = create<Persisted>()(
  persist(() => defaults, {
    name: entry,
    version: 1,
    storage: patientStorage as PersistStorage<Persisted>,
    migrate: (stored) => stored as Persisted,
    merge: (stored) => readPersisted(stored),
  }),
);

/** The stored value as far as it is valid, defaults for the rest. */
export function readPersisted(stored: unknown): Persisted {
  const { volume, audioOnly, positions } = asRecord(stored);
  return {
    volume: isNumber(volume) && volume >= 0 && volume <= 1 ? volume : defaults.volume,
    audioOnly: typeof audioOnly === "boolean" ? audioOnly : defaults.audioOnly,
    positions: Object.fromEntries(
      Object.entries(asRecord(positions)).filter((pair): pair is [string, number] => isNumber(pair[1]) && pair[1] >= 0),
    ),
  };
}

export function setAudioOnly(audioOnly: boolean): void {
  usePersisted.setState({ audioOnly });
}

export function setVolume(volume: number): void {
  usePersisted.setState({ volume });
}

/** The newest position is moved to the end: the home page shows the recordings in this order. 0 removes it. */
export function keepPosition(id: string, seconds: number): void {
  usePersisted.setState(({ positions: { [id]: _before, ...others } }) => ({
    positions: seconds > 0 ? { ...others, [id]: seconds } : others,
  }));
}

/** Reloads what another tab writes, so that the tabs do not overwrite each other. */
export function followOtherTabs(): void {
  addEventListener("storage", (event) => {
    if (event.key === entry) void usePersisted.persist.rehydrate();
  });
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}
function isNumber(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value);
}
