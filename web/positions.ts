// Where somebody is in a recording, kept in this browser and, for the next device, at the server: the newest wins.
// What this browser knows is enough to play; the server is told and asked when it can be reached.
import { queryOptions } from "@tanstack/react-query";
import { create } from "zustand";
import { persist, type PersistStorage } from "zustand/middleware";
import { addressOf, call } from "#web/api.ts";
import { keepPosition, patientStorage, usePersisted } from "#web/persisted.ts";

const entry = "stagedoor-positions";

/** When each position was saved; beside the persisted entry, which holds only what the specification says. */
const useSavedAt = create<Record<string, string>>()(
  persist(() => ({}), {
    name: entry,
    version: 1,
    storage: patientStorage as PersistStorage<Record<string, string>>,
    migrate: (stored) => stored as Record<string, string>,
    merge: (stored) => readTimes(stored),
  }),
);

export const positionsQuery = queryOptions({
  queryKey: ["positions"],
  queryFn: async ({ signal }) => {
    const { positions } = await call("listPositions", { signal });
    takeOver(positions);
    return positions;
  },
  retry: false,
  staleTime: 30_000,
});

/** Seconds; a missing one reads as 0. */
export function readPosition(id: string): number {
  return usePersisted.getState().positions[id] ?? 0;
}

/** Only in this browser. */
export function noteHere(id: string, seconds: number, at = new Date()): void {
  const rounded = Math.round(seconds * 10) / 10;
  if (readPosition(id) === rounded) return;
  // in this order: should the tab crash in between, an older position of another device does not win
  useSavedAt.setState({ [id]: at.toISOString() });
  keepPosition(id, rounded);
}

/** Also for the next device; survives the end of the page. The status of the answer, 0 when there is none. */
export async function tellServer(id: string): Promise<number> {
  const at = useSavedAt.getState()[id];
  if (at === undefined) return 0;
  const answer = await fetch(addressOf("savePosition", { params: { id } }), {
    method: "PUT",
    keepalive: true,
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ seconds: readPosition(id), at }),
  }).catch(() => undefined);
  return answer?.status ?? 0;
}

/** Takes over when another tab saved what, so that neither forgets what the other one wrote down. */
export function followPositions(): void {
  addEventListener("storage", ({ key }) => {
    if (key === entry) void useSavedAt.persist.rehydrate();
  });
}

interface Remote {
  id: string;
  seconds: number;
  at: string;
}

/** What another device saved later than this one. */
export function takeOver(remote: readonly Remote[]): void {
  const known = useSavedAt.getState();
  const newer = remote.filter(({ id, at }) => Date.parse(at) > (Date.parse(known[id] ?? "") || 0));
  for (const { id, seconds, at } of newer.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at))) {
    keepPosition(id, seconds);
    useSavedAt.setState({ [id]: at });
  }
}

function readTimes(stored: unknown): Record<string, string> {
  const entries = Object.entries(typeof stored === "object" && stored !== null ? stored : {});
  return Object.fromEntries(entries.filter((pair): pair is [string, string] => !Number.isNaN(Date.parse(pair[1]))));
}
