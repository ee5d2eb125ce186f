// What the page asks about a member's listening history.
import { infiniteQueryOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import { call } from "#web/api.ts";

export const historyQuery = infiniteQueryOptions({
  queryKey: ["listened"],
  queryFn: ({ signal, pageParam }) =>
    call("listHeard", { query: pageParam === null ? {} : { after: pageParam }, signal }),
  initialPageParam: null as string | null,
  getNextPageParam: ({ next }) => next,
  retry: false,
  // what plays is added all the time
  staleTime: 0,
});

export const yearQuery = (year: number) =>
  queryOptions({
    queryKey: [...historyQuery.queryKey, "year", year],
    queryFn: ({ signal }) => call("getHeardYear", { params: { year: String(year) }, signal }),
    retry: false,
  });

/** With the years. */
export async function refreshHistory(queries: QueryClient): Promise<void> {
  await queries.invalidateQueries({ queryKey: historyQuery.queryKey });
}
