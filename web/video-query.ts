// The query for one recording, under the key that every change to it makes stale.
import { queryOptions } from "@tanstack/react-query";
import { ApiProblem, call } from "./api.ts";

/** The beginning of their keys, for all recordings. */
export const videoKey = ["video"];

export const videoQuery = (id: string) =>
  queryOptions({
    queryKey: [...videoKey, id],
    queryFn: async ({ signal }) => (await call("getVideo", { params: { id }, signal })).video,
    // A refusal does not change by asking again.
    retry: (count, problem) =>
      count < 2 && !(problem instanceof ApiProblem && problem.status >= 400 && problem.status < 500),
    staleTime: 5000,
    refetchInterval: ({ state: { data } }) => {
      if (!data || data.state === "failed") return false;
      // until early access ends, or the member has a higher level
      if (data.locked) return 15_000;
      if (!data.media?.hls) return 2000;
      // It can be played; the rest of it is still being prepared.
      return data.media.preparation.state === "done" ? false : 5000;
    },
  });
