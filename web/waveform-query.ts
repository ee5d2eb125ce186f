// The waveform of a recording, for the player and for the rows of lists.
import { queryOptions, skipToken } from "@tanstack/react-query";
import type { Waveform } from "#contract/media.ts";
import { untilFree } from "#web/api.ts";

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
            const { interval, peaks } = (await answer.json()) as Waveform;
            return { interval, peaks: peaks.map((peak) => peak / 255) };
          },
    staleTime: Number.POSITIVE_INFINITY,
  });
