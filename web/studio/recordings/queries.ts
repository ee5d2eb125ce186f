// What the table asks the server: its rows page by page, and how many match.
import { infiniteQueryOptions, keepPreviousData, type QueryClient, queryOptions } from "@tanstack/react-query";
import type { Answer } from "#contract/api.ts";
import { call } from "#web/api.ts";
import { recordingsKey } from "#web/library/edit/changes.ts";
import { refresh } from "#web/studio/queries.ts";
import { type Filter, narrowing } from "./filter.ts";

/** A screenful is there soon; whoever scrolls gets more at once. */
const [firstRows, moreRows] = [100, 500];
const lookAgainMs = 5000;

export const rowsQuery = (filter: Filter) =>
  infiniteQueryOptions({
    queryKey: [...recordingsKey, "rows", filter],
    queryFn: ({ signal, pageParam }) =>
      call("listRecordings", {
        query: { ...filter, ...(pageParam === null ? { limit: firstRows } : { limit: moreRows, after: pageParam }) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: ({ state: { data } }) =>
      data?.pages.length === 1 && data.pages[0]?.recordings.some(({ state }) => state === "preparing")
        ? lookAgainMs
        : false,
  });

export const totalQuery = (filter: Filter) =>
  queryOptions({
    queryKey: [...recordingsKey, "total", narrowing(filter)],
    queryFn: async ({ signal }) => (await call("matchRecordings", { query: narrowing(filter), signal })).total,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

/** So many pages are loaded again after a change: who has scrolled further loads the rest anew. */
const mostAgain = 5;

export async function refreshRecordings(queries: QueryClient): Promise<void> {
  queries.setQueriesData<{ pages: Answer<"listRecordings">[]; pageParams: unknown[] }>(
    { queryKey: [...recordingsKey, "rows"] },
    (data) => data && { pages: data.pages.slice(0, mostAgain), pageParams: data.pageParams.slice(0, mostAgain) },
  );
  await refresh(queries);
}
