// Playback positions, kept in this browser and, for other devices, on the server: the newest wins.
// Playing needs only this browser; positions are exchanged with the server when it can be reached.
import { queryOptions } from "@tanstack/react-query";
import { create } from "zustand";
import { persist, type PersistStorage } from "zustand/middleware";
import type { Heard } from "#contract/heard/heard.ts";
import { addressOf, call } from "#web/api.ts";
import { keepPosition, patientStorage, usePersisted } from "./persisted.ts";

/** Times by recording. Not in the persisted entry, which holds only what the specification says. */
const keepTimes = (name: string) =>
  create<Record<string, string>>()(
    persist(() => ({}), {
      name,
      version: 1,
      storage: patientStorage as PersistStorage<Record<string, string>>,
      migrate: (stored) => stored as Record<string, string>,
      merge: (stored) => readTimes(stored),
    }),
  );

/** When each position was saved. */
export const useSavedAt = keepTimes("stagedoor-positions");
/** The same, for positions that the server has not confirmed yet. */
export const useUntold = keepTimes("stagedoor-untold");

export const positionsQuery = queryOptions({
  queryKey: ["positions"],
  queryFn: async ({ signal }) => {
    const { positions } = await call("listPositions", { signal });
    takeOver(positions);
    void tellUntold(positions);
    return positions;
  },
  retry: false,
  // positions that were saved while offline are sent now
  refetchOnReconnect: "always",
  staleTime: 30_000,
});

/** Seconds; a missing one reads as 0. */
export function readPosition(id: string): number {
  return usePersisted.getState().positions[id] ?? 0;
}

/** Positions that only this browser knows. */
export function noteHere(id: string, seconds: number, at = new Date()): void {
  const rounded = Math.round(seconds * 10) / 10;
  if (readPosition(id) === rounded) return;
  // in this order: if the tab crashes in between, an older position of another device does not win
  useSavedAt.setState({ [id]: at.toISOString() });
  useUntold.setState({ [id]: at.toISOString() });
  keepPosition(id, rounded);
}

/** Saves what is playing, before a logout. */
const lastSaves = new Set<() => Promise<unknown>>();
/** A logout must not wait longer for them. */
const mostWaitMs = 2000;
let isLoggingOut = false;

/** Returns a function that undoes it. */
export function saveBeforeLogOut(save: () => Promise<unknown>): () => void {
  lastSaves.add(save);
  return () => void lastSaves.delete(save);
}

/** Sends the last positions while there is still a session; those after that are kept until the next login. */
export async function finishTelling(): Promise<void> {
  const saved = Promise.allSettled(Array.from(lastSaves, (save) => save()));
  await Promise.race([saved, new Promise((resolve) => setTimeout(resolve, mostWaitMs))]);
  isLoggingOut = true;
}

/** There is a session: the logout failed, or somebody has logged in. */
export function continueTelling(): void {
  isLoggingOut = false;
}

/** Sends a position to the server, even while the page is being closed; `more` says if it goes on, and what was heard. Returns the status of the answer, 0 when there is none. */
export async function tellServer(
  id: string,
  more: { playing?: boolean; heard?: readonly Heard[] } = {},
): Promise<number> {
  const at = useSavedAt.getState()[id];
  if (at === undefined || isLoggingOut) return 0;
  const answer = await fetch(addressOf("savePosition", { params: { id } }), {
    method: "PUT",
    keepalive: true,
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ seconds: readPosition(id), at, ...more }),
  }).catch(() => undefined);
  const status = answer?.status ?? 0;
  if (isHeard(status)) forgetUntold(id, at);
  return status;
}

/** A refusal counts as received too, unless a later try may succeed. */
export function isHeard(status: number): boolean {
  return status >= 200 && status < 500 && ![401, 403, 408, 429].includes(status);
}

/** Forgets what was saved up to then; a newer position must still be sent. */
function forgetUntold(id: string, until: string): void {
  const { [id]: at, ...others } = useUntold.getState();
  if (at !== undefined && Date.parse(at) <= Date.parse(until)) useUntold.setState(others, true);
}

const mostTold = 20;
let isTelling = false;

/** Sends what the server has not confirmed, because of a lost connection or a closed page: the newest first, one by one. */
export async function tellUntold(remote: readonly Remote[]): Promise<void> {
  if (isTelling) return;
  isTelling = true;
  for (const { id, at } of remote) forgetUntold(id, at);
  const savedAt = useSavedAt.getState();
  const untold = Object.entries(useUntold.getState())
    // one of the two entries in the storage may be missing
    .filter(([id, at]) => savedAt[id] === at)
    .toSorted(([, a], [, b]) => Date.parse(b) - Date.parse(a));
  for (const [id] of untold.slice(0, mostTold)) if (!isHeard(await tellServer(id))) break;
  isTelling = false;
}

/** Reloads what another tab saved, so that the tabs do not overwrite each other. */
export function followPositions(): void {
  addEventListener("storage", ({ key }) => {
    for (const { persist: kept } of [useSavedAt, useUntold]) if (key === kept.getOptions().name) void kept.rehydrate();
  });
}

interface Remote {
  id: string;
  seconds: number;
  at: string;
}

/** Keeps what another device saved later than this one. */
export function takeOver(remote: readonly Remote[]): void {
  const known = useSavedAt.getState();
  const newer = remote.filter(({ id, at }) => Date.parse(at) > (Date.parse(known[id] ?? "") || 0));
  for (const { id, seconds, at } of newer.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at))) {
    keepPosition(id, seconds);
    useSavedAt.setState({ [id]: at });
  }
}

export function readTimes(stored: unknown): Record<string, string> {
  const entries = Object.entries(typeof stored === "object" && stored !== null ? stored : {});
  return Object.fromEntries(entries.filter((pair): pair is [string, string] => !Number.isNaN(Date.parse(pair[1]))));
}
