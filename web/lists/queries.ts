// What the page asks about a member's lists and the queue.
import { type QueryClient, queryOptions } from "@tanstack/react-query";
import type { EntryKey } from "#contract/lists.ts";
import { call } from "#web/api.ts";
import { sendUnsent } from "./changes.ts";

export const queueQuery = queryOptions({
  queryKey: ["queue"],
  queryFn: async ({ signal }) => (await call("getQueue", { signal })).queue,
  retry: false,
  // the player asks again when it changes something; another device may have gone on meanwhile
  staleTime: 5000,
  refetchOnWindowFocus: false,
});

export const favouritesQuery = queryOptions({
  queryKey: ["favourites"],
  queryFn: async ({ signal }) => {
    await sendUnsent().catch(() => undefined);
    return call("listFavourites", { signal });
  },
  retry: false,
  refetchOnReconnect: "always",
  staleTime: 60_000,
});

export const listsQuery = (asked?: EntryKey) =>
  queryOptions({
    queryKey: ["lists", asked?.video_id ?? "", asked?.performance_id ?? ""],
    queryFn: async ({ signal }) => {
      const query = asked && {
        video_id: asked.video_id,
        ...(asked.performance_id && { performance_id: asked.performance_id }),
      };
      await sendUnsent().catch(() => undefined);
      return (await call("listLists", { query: query ?? {}, signal })).lists;
    },
    retry: false,
    refetchOnReconnect: "always",
    staleTime: 5000,
  });

export const listQuery = (id: string) =>
  queryOptions({
    queryKey: ["list", id],
    queryFn: async ({ signal }) => {
      await sendUnsent().catch(() => undefined);
      return (await call("getList", { params: { id }, signal })).list;
    },
    retry: false,
    staleTime: 5000,
  });

/** A deleted list is not asked for again: its page may still be open for a moment, and there would be nothing to find. */
export async function forgetList(queries: QueryClient, id: string): Promise<void> {
  await queries.invalidateQueries({ queryKey: listQuery(id).queryKey, refetchType: "none" });
  await queries.invalidateQueries({ queryKey: [listsQuery().queryKey[0]] });
}

/** After every change of a list; the queue is one of them. */
export async function refreshLists(queries: QueryClient): Promise<void> {
  const keys = [
    ...[[listsQuery().queryKey[0]], [listQuery("").queryKey[0]]],
    ...[favouritesQuery.queryKey, queueQuery.queryKey],
  ];
  await Promise.all(keys.map((queryKey) => queries.invalidateQueries({ queryKey })));
}
