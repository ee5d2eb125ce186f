// Borders that the audio suggests: which of them are new, and what accepting one does to the rows. Pure.
import type { WaveformDetail } from "#contract/media.ts";
import { endRow, findRow, isTimed, type Row, startSong } from "./rows.ts";

export type Gap = WaveformDetail["gaps"][number];

/** Nearer than this it is the border that is there already. */
const sameSeconds = 3;
/** The song before a shorter pause simply ends where the next one starts. */
const pauseSeconds = 2;

/** New borders: those of the set list and the end of the recording are left out. */
export function listFound(gaps: readonly Gap[], rows: readonly Row[], duration: number): Gap[] {
  const starts = rows.filter(isTimed).map(({ start }) => start);
  return gaps.filter(({ to }) => to < duration - 1 && !starts.some((start) => Math.abs(start - to) < sameSeconds));
}

/** The next line without a time starts where the pause ends, or else a new song; the one before ends where it begins. */
export function takeFound(rows: readonly Row[], { from, to }: Gap): readonly Row[] {
  const before = findRow(rows, from - pauseSeconds);
  const isOpen = before !== undefined && before.end === null && to - from >= pauseSeconds;
  const ended = isOpen ? endRow(rows, before.key, from) : rows;
  return startSong(ended, to).rows;
}
