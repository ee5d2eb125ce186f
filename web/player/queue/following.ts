// Whether the player follows the queue: the address names a place in it, and that entry is in this recording.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useLocation, useSearchParams } from "react-router";
import type { Answer } from "#contract/api.ts";
import type { Queue, QueuePlace } from "#contract/lists.ts";
import { routes } from "#contract/routes/routes.ts";
import { addressOf, call } from "#web/api.ts";
import { keepQueue, queueAddress } from "#web/lists/play.ts";
import { queueQuery, refreshLists } from "#web/lists/queries.ts";
import { showToast } from "#web/ui/toast.tsx";
import { useGo } from "#web/place.ts";
import type { Way } from "#web/player/controls/controls.tsx";
import { words } from "./words.ts";

export type QueueEntry = Queue["entries"][number];

export interface Following {
  queue: Queue;
  current: QueueEntry;
  previous: QueueEntry | undefined;
  next: QueueEntry | undefined;
  /** Only a part of the recording belongs to the queue. */
  isExcerpt: boolean;
  /** It has just been made around what plays already: nothing is sought. */
  isJoined: boolean;
  /** Where playing starts; null: where this recording was stopped last. */
  start: number | null;
  go: (entry: QueueEntry) => void;
  goToFirst: () => Promise<void>;
  /** Adds what is like its last entry. */
  goOn: () => Promise<void>;
  leave: () => void;
  /** Where playing is; the other devices continue there. */
  save: (place: Omit<QueuePlace, "revision">) => Promise<void>;
}

/** This tab plays the queue: what comes next plays, too. After a reload somebody has to press Play, as everywhere. */
let isRunning = false;

export function isQueueRunning(): boolean {
  return isRunning;
}

/** The place that was opened last, known before its recording has loaded. */
let heading: number | undefined;

export function headTo(place: number | undefined): void {
  heading = place;
}

export function isHeadingTo(place: number | undefined): boolean {
  return heading === place;
}

export function useFollowing(videoId: string): { following: Following | null; isWaiting: boolean } {
  const [query] = useSearchParams();
  const asked = query.get("queue");
  const { data: queue, isPending, isError } = useQuery({ ...queueQuery, enabled: asked !== null });
  const { state } = useLocation();
  const act = useActs(videoId, queue?.revision ?? 0);
  const place = asked === null || asked === "" ? Number.NaN : Number(asked);
  const at = queue?.entries.findIndex((entry) => entry.place === place && entry.video_id === videoId) ?? -1;
  const current = queue?.entries[at];
  if (!queue || !current) return { following: null, isWaiting: asked !== null && isPending && !isError };
  const isExcerpt = current.performance_id !== null;
  const kept = queue.place === place && isWithin(current, queue.seconds) ? queue.seconds : null;
  const following = {
    isJoined: (state as { joins?: unknown } | null)?.joins === true,
    ...{ queue, current, isExcerpt, start: isExcerpt ? (kept ?? current.start) : null },
    ...{ previous: queue.entries[at - 1], next: queue.entries[at + 1] },
    ...act,
  };
  return { following, isWaiting: false };
}

/** Somebody who stopped at the end, or went elsewhere in the recording, starts at its beginning. */
function isWithin({ start, end }: QueueEntry, seconds: number | null): boolean {
  return seconds !== null && seconds >= (start ?? 0) && seconds < (end ?? Number.POSITIVE_INFINITY) - 0.5;
}

export function findWays({ previous, next, go }: Following): { previous: Way | null; next: Way | null } {
  return {
    previous: previous ? { name: words.previous, go: () => go(previous) } : null,
    next: next ? { name: words.next, go: () => go(next) } : null,
  };
}

/** The server takes the first entry that is at this place or after it. */
const beforeAll = -1_000_000;

function useActs(videoId: string, revision: number) {
  const queries = useQueryClient();
  const open = useGo();
  // the next entry is not joined
  const { joins: _, waits: __, ...state } = { joins: false, waits: false, ...useLocation().state };
  const leaveAddress = () => open(`/video/${videoId}`, { replace: true, state, preventScrollReset: true });
  const save = async (place: Omit<QueuePlace, "revision">) => {
    const isCurrent = () => queries.getQueryData(queueQuery.queryKey)?.revision === revision;
    // somebody has left it, or has started another one here
    if (!isCurrent()) return;
    const answer = await tellServer({ revision, ...place });
    if (!isCurrent()) return;
    if (answer !== "another") {
      if (answer) await keepQueue(queries, answer);
      return;
    }
    showToast({ kind: "error", message: words.anotherQueue });
    leaveAddress();
    await queries.invalidateQueries({ queryKey: queueQuery.queryKey });
  };
  const go = (entry: QueueEntry) => {
    isRunning = true;
    headTo(entry.place);
    open(queueAddress(entry), { replace: true, state });
    void save({ place: entry.place, seconds: null });
  };
  return {
    save,
    // replaces the address: Back leads to the page where the queue was started
    go,
    async goToFirst() {
      // the queue as it is sent has only the entries around the current one
      await save({ place: beforeAll, seconds: null });
      const first = queries.getQueryData(queueQuery.queryKey)?.entries[0];
      if (first) go(first);
    },
    async goOn() {
      await call("changeEntries", { params: { id: "queue" }, body: { more: true } });
      await refreshLists(queries);
    },
    leave: () => {
      void keepQueue(queries, null);
      leaveAddress();
      // if it fails, the queue is still there to be continued
      void call("endQueue").catch(() => undefined);
    },
  };
}

/** Saves also while the page is being closed. Null when there was no answer: the next save will tell. */
async function tellServer(place: QueuePlace): Promise<Queue | "another" | null> {
  const answer = await fetch(addressOf("moveInQueue"), {
    method: routes.moveInQueue.method,
    keepalive: true,
    headers: { "content-type": "application/json" },
    body: JSON.stringify(place),
  }).catch(() => undefined);
  if (answer?.status === 409) return "another";
  return answer?.ok ? ((await answer.json()) as Answer<"moveInQueue">).queue : null;
}
