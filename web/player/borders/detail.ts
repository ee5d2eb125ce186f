// The waveform in tenths of a second, and the borders that were found in the audio; loaded only for editing.
import { queryOptions, skipToken } from "@tanstack/react-query";
import type { WaveformDetail } from "#contract/media.ts";

interface Detail {
  /** From 0 to 1 each. */
  peaks: readonly number[];
  gaps: WaveformDetail["gaps"];
}

export const detailQuery = (address: string | null) =>
  queryOptions({
    queryKey: ["waveformDetail", address],
    queryFn:
      address === null
        ? skipToken
        : async ({ signal }): Promise<Detail> => {
            const answer = await fetch(address, { signal });
            if (!answer.ok) throw new Error(`no waveform: ${answer.status}`);
            const { peaks, gaps } = (await answer.json()) as WaveformDetail;
            return { peaks: Array.from(atob(peaks), (letter) => letter.charCodeAt(0) / 255), gaps };
          },
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Ten peaks for each second of the player's clock; `offset` is what the audio is ahead of it. */
export function fitDetail({ peaks, gaps }: Detail, { offset, duration }: { offset: number; duration: number }): Detail {
  const ahead = Math.round(offset * 10);
  const move = (seconds: number) => Math.round(Math.max(0, seconds - offset) * 10) / 10;
  return {
    peaks: Array.from({ length: Math.ceil(duration * 10) }, (_, at) => peaks[at + ahead] ?? 0),
    gaps: gaps.map(({ from, to }) => ({ from: move(from), to: move(to) })),
  };
}
