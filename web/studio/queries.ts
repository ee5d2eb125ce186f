// What several pages of the studio ask the server, and which of it a change makes stale.
import { infiniteQueryOptions, keepPreviousData, type QueryClient, queryOptions } from "@tanstack/react-query";
import type { Input } from "#contract/api.ts";
import type { RetentionRule } from "#contract/retention.ts";
import { call } from "#web/api.ts";
import { recordingsKey } from "#web/library/edit/changes.ts";
import { listQuery } from "#web/list-query.ts";
import { videoKey } from "#web/video-query.ts";

export const retentionQuery = queryOptions({
  queryKey: ["retention"],
  queryFn: ({ signal }) => call("getRetention", { signal }),
});

export const previewQuery = (rule: RetentionRule) =>
  queryOptions({
    queryKey: [...retentionQuery.queryKey, "preview", rule],
    queryFn: ({ signal }) => call("previewRetention", { body: { rule }, signal }),
    staleTime: 0,
    gcTime: 0,
  });

export const trashQuery = queryOptions({
  queryKey: ["trash"],
  queryFn: async ({ signal }) => (await call("listTrash", { signal })).videos,
  staleTime: 0,
});

export const storageQuery = queryOptions({
  queryKey: ["storage"],
  queryFn: ({ signal }) => call("getStorage", { signal }),
});

const historyKey = ["history"];
export type HistoryFilter = Pick<Input<"listHistory">["query"], "video" | "member" | "kind">;

export const historyQuery = (filter: HistoryFilter) =>
  infiniteQueryOptions({
    queryKey: [...historyKey, filter],
    queryFn: ({ signal, pageParam }) =>
      call("listHistory", { query: { ...filter, ...(pageParam !== null && { after: pageParam }) }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

const membersKey = ["members"];

export const membersQuery = (q: string) =>
  infiniteQueryOptions({
    queryKey: [...membersKey, q],
    queryFn: ({ signal, pageParam }) =>
      call("listMembers", {
        query: { ...(q !== "" && { q }), ...(pageParam !== null && { after: pageParam }) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  });

const { queryKey: retentionKey } = retentionQuery;
const staleAfter = {
  recordings: [
    ...[retentionKey, trashQuery.queryKey, storageQuery.queryKey, listQuery.queryKey, videoKey],
    ...[historyKey, recordingsKey],
  ],
  members: [membersKey, historyKey],
} satisfies Record<string, (readonly unknown[])[]>;

/** After a change of recordings or of members. */
export async function refresh(queries: QueryClient, changed: keyof typeof staleAfter = "recordings"): Promise<void> {
  await Promise.all(staleAfter[changed].map((queryKey) => queries.invalidateQueries({ queryKey })));
}
