// What the video page asks the server besides the recording itself: its neighbours in the list, its peaks.
import { queryOptions, skipToken } from "@tanstack/react-query";
import type { Waveform } from "#contract/media.ts";
import { call } from "#web/api.ts";

/** The same list the home page shows, under the same key. */
export const listQuery = queryOptions({
  queryKey: ["videos"],
  queryFn: async ({ signal }) => (await call("listVideos", { query: {}, signal })).videos,
  retry: false,
  staleTime: 30_000,
});

export const waveformQuery = (address: string | null) =>
  queryOptions({
    queryKey: ["waveform", address],
    queryFn:
      address === null
        ? skipToken
        : async ({ signal }) => {
            const answer = await fetch(address, { signal });
            if (!answer.ok) throw new Error(`no waveform: ${answer.status}`);
            const { peaks } = (await answer.json()) as Waveform;
            return peaks.map((peak) => peak / 255);
          },
    staleTime: Number.POSITIVE_INFINITY,
  });
