// What the pages of songs ask the server.
import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { SongSort } from "#contract/songs.ts";
import { call } from "#web/api.ts";

const pageSize = 100;

const songsKey = ["songs"] as const;
const songKey = ["song"] as const;
const figuresKey = ["figures"] as const;
/** Everything that names a song. */
export const songKeys = [songsKey, songKey, figuresKey];

export const songsQuery = (q: string, sort: SongSort) =>
  infiniteQueryOptions({
    queryKey: [...songsKey, q, sort],
    queryFn: ({ pageParam, signal }) =>
      call("listSongs", {
        query: { sort, limit: pageSize, ...(q !== "" && { q }), ...(pageParam !== "" && { after: pageParam }) },
        signal,
      }),
    initialPageParam: "",
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    retry: false,
  });

export const songQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: [...songKey, id],
    queryFn: ({ pageParam, signal }) =>
      call("getSong", {
        params: { id },
        // few at first: a song that was played often opens as quickly as any other
        query: pageParam === "" ? { limit: 20 } : { limit: 50, after: pageParam },
        signal,
      }),
    initialPageParam: "",
    getNextPageParam: ({ next }) => next,
    retry: false,
  });

export const figuresQuery = (id: string) =>
  queryOptions({
    queryKey: [...figuresKey, id],
    queryFn: async ({ signal }) => (await call("getSongFigures", { params: { id }, signal })).figures,
    retry: false,
  });
