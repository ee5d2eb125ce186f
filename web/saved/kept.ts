// Which recordings this browser has saved, or is to save, and for whom: one entry in the local storage. The bytes are in
// folder.ts. Everything that is shown comes from here, so that all tabs show the same.
import { create } from "zustand";
import { persist, type PersistStorage } from "zustand/middleware";
import { patientStorage } from "#web/memory/persisted.ts";
import { currentPerson, savedEntry } from "#web/memory/person.ts";

/**
 * waiting: to be saved, or being saved. full: no room. gone: the browser deleted it. expired: no connection for too long.
 * unprepared: there is no audio yet.
 */
const states = ["waiting", "paused", "ready", "full", "gone", "expired", "unprepared", "failed"] as const;

export interface Kept {
  title: string;
  state: (typeof states)[number];
  /** A small video is saved, too, and not the audio alone. */
  hasVideo: boolean;
  /** The address of its file, which names its version; empty until it is known. */
  source: string;
  /** What the server calls these bytes: the rest of a file that was saved in part must be of the same one. */
  tag: string;
  bytes: number;
  /** When it stops playing without a connection. */
  until: string;
}

interface Saved {
  /** Whose they are. */
  person: string;
  /** Recordings by id, in the order in which they were asked for. */
  items: Record<string, Kept>;
}

const nothing: Saved = { person: "", items: {} };

export const useSaved = create<Saved>()(
  persist(() => nothing, {
    name: savedEntry,
    version: 2,
    storage: patientStorage as PersistStorage<Saved>,
    migrate: (stored) => upgrade(stored),
    merge: (stored) => readSaved(stored),
  }),
);

/** Version 1 knew only audio. */
function upgrade(stored: unknown): Saved {
  const saved = readObject<Saved>(stored);
  const items = Object.entries(readObject<Saved["items"]>(saved.items)).map(([id, kept]) => {
    const { audio, ...rest } = readObject<Kept & { audio: string }>(kept);
    return [id, { hasVideo: false, source: audio, tag: "", ...rest }];
  });
  return { ...saved, items: Object.fromEntries(items) as Saved["items"] } as Saved;
}

function readObject<T>(stored: unknown): Partial<T> {
  return typeof stored === "object" && stored !== null ? stored : {};
}

/** The stored value as far as it is valid. */
function readSaved(stored: unknown): Saved {
  const { person, items } = readObject<Saved>(stored);
  const all = Object.entries(readObject<Saved["items"]>(items));
  return { person: typeof person === "string" ? person : "", items: Object.fromEntries(all.filter(isKept)) };
}

function isKept(entry: [string, unknown]): entry is [string, Kept] {
  const kept = readObject<Kept>(entry[1]);
  return (
    typeof kept.title === "string" &&
    typeof kept.hasVideo === "boolean" &&
    typeof kept.source === "string" &&
    typeof kept.tag === "string" &&
    typeof kept.bytes === "number" &&
    states.some((state) => state === kept.state) &&
    !Number.isNaN(Date.parse(kept.until ?? ""))
  );
}

const none: Saved["items"] = {};

/** Those of the person whom this page shows, or of the last one when nobody can be asked. */
export function itemsOf({ person, items }: Saved, who = currentPerson()): Saved["items"] {
  return person === who ? items : none;
}

export function change(id: string, part: Partial<Kept>): void {
  useSaved.setState(({ items }) => {
    const kept = items[id];
    return kept ? { items: { ...items, [id]: { ...kept, ...part } } } : {};
  });
}

export function forget(ids: readonly string[]): void {
  useSaved.setState(({ items }) => ({
    items: Object.fromEntries(Object.entries(items).filter(([id]) => !ids.includes(id))),
  }));
}

export function hasExpired({ until }: Pick<Kept, "until">, now = Date.now()): boolean {
  return Date.parse(until) < now;
}

/** Removes the entry itself: then nothing of this is loaded at the next visit. */
export function forgetAll(): void {
  useSaved.setState(nothing, true);
  useSaved.persist.clearStorage();
}

addEventListener("storage", ({ key }) => {
  if (key === savedEntry || key === null) readAgain();
});

/** What another tab has changed. */
export function readAgain(): void {
  const stored = patientStorage.getItem(savedEntry) as { state?: unknown } | null;
  // not by rehydrate(), which leaves things as they are when the entry is gone
  if (stored === null) useSaved.setState(nothing, true);
  else void useSaved.persist.rehydrate();
}
