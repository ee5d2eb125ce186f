// What the video page asks the server: the recording, its neighbours in the list, its peaks.
import { queryOptions, skipToken } from "@tanstack/react-query";
import type { Waveform } from "#contract/media.ts";
import { ApiProblem, call } from "#web/api.ts";

export const videoQuery = (id: string) =>
  queryOptions({
    queryKey: ["video", id],
    queryFn: async ({ signal }) => (await call("getVideo", { params: { id }, signal })).video,
    retry: (count, problem) =>
      count < 2 && !(problem instanceof ApiProblem && problem.status >= 400 && problem.status < 500),
    staleTime: 5000,
    refetchInterval: ({ state: { data } }) => {
      if (!data || data.state === "failed") return false;
      if (!data.media?.hls) return 2000;
      // it can be played; what still comes makes it better
      return data.media.preparation.state === "done" ? false : 5000;
    },
  });

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
