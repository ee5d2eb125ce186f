// The queue, live: loaded once, then updated by server-sent events.
import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { type Work, type WorkItem, type WorkState } from "#contract/studio.ts";
import { addressOf, call } from "#web/api.ts";
import { listQuery } from "#web/list-query.ts";
import { wantsSignIn } from "#web/studio/sign-in-again.ts";

export const workQuery = queryOptions({
  queryKey: ["work"],
  queryFn: ({ signal }) => call("getWork", { signal }),
  staleTime: 0,
});

/** How long to wait before a stream that the server has closed is opened again. */
const pauseMs = 5000;

/** `isLost` is true while the stream is down. */
export function useWork() {
  const queries = useQueryClient();
  const [isLost, setLost] = useState(false);
  const query = useQuery({
    ...workQuery,
    refetchInterval: ({ state }) => (isLost && !wantsSignIn(state.error) ? pauseMs : false),
  });
  useEffect(() => {
    let stream: EventSource | undefined;
    let isOver = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const listen = () => {
      stream = new EventSource(addressOf("watchWork"));
      stream.addEventListener("work", ({ data }: MessageEvent<string>) => {
        setLost(false);
        queries.setQueryData(workQuery.queryKey, JSON.parse(data) as Work);
      });
      stream.addEventListener("item", ({ data }: MessageEvent<string>) => {
        const item = JSON.parse(data) as WorkItem;
        queries.setQueryData(workQuery.queryKey, (work) => work && takeItem(work, item));
        if (item.state === "done") void queries.invalidateQueries({ queryKey: listQuery.queryKey });
      });
      stream.addEventListener("error", () => {
        setLost(true);
        // The browser reconnects after a lost connection, but not after a refusal.
        if (stream?.readyState === EventSource.CLOSED) void listenLater();
      });
    };
    /** A stream does not say why it was refused; a request does. */
    const listenLater = async () => {
      const problem = await queries.fetchQuery(workQuery).then(
        () => undefined,
        (thrown: unknown) => thrown,
      );
      if (!isOver && !wantsSignIn(problem)) timer = setTimeout(listen, pauseMs);
    };
    listen();
    return () => {
      isOver = true;
      clearTimeout(timer);
      stream?.close();
    };
  }, [queries]);
  return { ...query, isLost: isLost && !wantsSignIn(query.error) };
}

/** The list with one item replaced by its new state; a new item comes first. */
export function takeItem(work: Work, item: WorkItem): Work {
  const before = work.items.find(({ id }) => id === item.id);
  const items = before
    ? work.items.map((one) => (one.id === item.id ? item : one))
    : [item, ...work.items].slice(0, mostItems);
  const counts = { ...work.counts };
  if (before) counts[before.state] = Math.max(0, (counts[before.state] ?? 0) - 1);
  counts[item.state] = (counts[item.state] ?? 0) + 1;
  return { items, counts };
}

const mostItems = 100;

/** What is finished, newest first: one item for each recording that has no more work to do. */
export function listEnded(work: Work): WorkItem[] {
  const keyOf = ({ video_id, title }: WorkItem) => video_id ?? title;
  const seen = new Set(listByState(work, "running", "waiting", "failed").map(keyOf));
  return listByState(work, "done", "cancelled")
    .toSorted((a, b) => (b.finished_at ?? "").localeCompare(a.finished_at ?? ""))
    .filter((item) => !seen.has(keyOf(item)) && seen.add(keyOf(item)))
    .slice(0, mostEnded);
}

const mostEnded = 20;

export function listByState(work: Work, ...states: readonly WorkState[]): WorkItem[] {
  return work.items.filter(({ state }) => states.includes(state));
}
