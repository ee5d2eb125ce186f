// Makes the times of a whole set list agree: they rise, end before the next begins, and are within the recording.
import type { DoubtKind, SetListEntry } from "#contract/songs.ts";
import { toTenth } from "./entry.ts";
import type { Line, Times } from "./look.ts";

export interface Placed {
  entry: SetListEntry;
  times: Times | null;
  line: Line;
}

interface Settling {
  durationSeconds: number | null;
  doubt(line: Placed["line"], kind: DoubtKind): void;
}

export function settleTimes(list: readonly Placed[], { durationSeconds, doubt }: Settling): SetListEntry[] {
  const placed = isBackwards(list) ? list.toReversed() : list;
  if (areLengths(placed)) {
    for (const { line, times } of placed) if (times) doubt(line, "length");
    return placed.map(({ entry }) => entry);
  }
  const inside = placed.map((one) => {
    const isLate = one.times !== null && durationSeconds !== null && one.times.from >= durationSeconds;
    if (isLate) doubt(one.line, "too-late");
    return isLate ? { ...one, times: null } : one;
  });
  const rising = findRising(inside.map(({ times }) => times?.from ?? null));
  const kept = inside.map((one, index) => {
    if (one.times === null || rising.has(index)) return one;
    doubt(one.line, "goes-back");
    return { ...one, times: null };
  });
  return kept.map(({ entry, times }, index) => {
    if (!times) return entry;
    const next = kept.slice(index + 1).find((later) => later.times)?.times?.from ?? Infinity;
    const end = Math.min(times.to ?? 0, next, durationSeconds ?? Infinity);
    return { ...entry, start: toTenth(times.from), end: end > times.from ? toTenth(end) : null };
  });
}

/** The newest first. */
function isBackwards(placed: readonly Placed[]): boolean {
  const starts = placed.flatMap(({ times }) => times?.from ?? []);
  const falls = starts.every((start, index) => index === 0 || start < (starts[index - 1] ?? 0));
  return starts.length >= 3 && starts.length === placed.length && falls && placed.every(({ entry }) => !entry.part);
}

/** Times behind the titles that go up and down are how long the songs are. */
function areLengths(placed: readonly Placed[]): boolean {
  const timed = placed.filter(({ times }) => times);
  if (timed.length < 2 || timed.some(({ line, times }) => line.lead || times?.to != null)) return false;
  const starts = timed.map(({ times }) => times?.from ?? 0);
  const falls = starts.filter((start, index) => index > 0 && start <= (starts[index - 1] ?? 0)).length;
  return starts[0] !== 0 && falls * 4 >= starts.length - 1;
}

/** The places of the longest series that rises: the fewest times are doubted. */
function findRising(starts: readonly (number | null)[]): Set<number> {
  const best: { length: number; before: number }[] = [];
  let last = -1;
  for (const [index, start] of starts.entries()) {
    best[index] = { length: start === null ? 0 : 1, before: -1 };
    if (start === null) continue;
    for (let at = 0; at < index; at++) {
      const [one, length] = [starts[at] ?? null, best[at]?.length ?? 0];
      if (one !== null && one < start && length >= (best[index]?.length ?? 0))
        best[index] = { length: length + 1, before: at };
    }
    if (last < 0 || (best[index]?.length ?? 0) > (best[last]?.length ?? 0)) last = index;
  }
  const rising = new Set<number>();
  for (let at = last; at >= 0; at = best[at]?.before ?? -1) rising.add(at);
  return rising;
}
