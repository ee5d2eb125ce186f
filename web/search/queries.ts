// What the search asks the server.
import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { FoundKind } from "#contract/search/kinds.ts";
import { call } from "#web/api.ts";

/** Of each kind beside the others, and of one kind alone. */
const [few, many] = [6, 50];
const begin: { q?: string; after?: string } = {};

export const foundQuery = (q: string, kind: FoundKind | undefined) =>
  infiniteQueryOptions({
    queryKey: ["found", q, kind],
    queryFn: ({ pageParam, signal }) =>
      call("search", { query: { q, limit: kind ? many : few, ...(kind && { kind }), ...pageParam }, signal }),
    initialPageParam: begin,
    getNextPageParam: (last, pages) => {
      const after = kind && last[kind]?.next;
      const first = pages[0];
      return after ? { after, ...(first?.is_near && first.near !== null && { q: first.near }) } : null;
    },
    placeholderData: keepPreviousData,
    enabled: q !== "",
    retry: false,
  });

export const oftenPlayedQuery = queryOptions({
  queryKey: ["often played"],
  queryFn: async ({ signal }) => (await call("listSongs", { query: { sort: "times", limit: 8 }, signal })).songs,
  retry: false,
});
