// What the video page asks the server besides the recording itself: its neighbours in the list, its peaks.
import { queryOptions, skipToken } from "@tanstack/react-query";
import type { Waveform } from "#contract/media.ts";
import { untilFree } from "#web/api.ts";
import { listQuery as allRecordings } from "#web/list-query.ts";

/** The list that the home page shows; here it may be a little older. */
export const listQuery = queryOptions({ ...allRecordings, staleTime: 30_000, refetchInterval: false });

export const waveformQuery = (address: string | null) =>
  queryOptions({
    queryKey: ["waveform", address],
    queryFn:
      address === null
        ? skipToken
        : async ({ signal }) => {
            await untilFree();
            const answer = await fetch(address, { signal });
            if (!answer.ok) throw new Error(`no waveform: ${answer.status}`);
            const { peaks } = (await answer.json()) as Waveform;
            return peaks.map((peak) => peak / 255);
          },
    staleTime: Number.POSITIVE_INFINITY,
  });
