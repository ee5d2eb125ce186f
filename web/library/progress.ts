// How far somebody got in a recording, from the positions this browser remembers.
import type { VideoInList } from "#contract/video.ts";

type Positions = Readonly<Record<string, number>>;
type Timed = Pick<VideoInList, "id" | "duration" | "locked">;

/** A share from 0 to 1; undefined when it was not started, or is almost finished. */
export function findProgress(position: number, duration: number | null): number | undefined {
  if (duration === null || duration <= 0) return undefined;
  const isBegun = position > 0 && position >= Math.min(5, duration * 0.02);
  const isOver = duration - position <= Math.min(30, duration * 0.05);
  return isBegun && !isOver ? position / duration : undefined;
}

export function isUnfinished({ id, duration, locked }: Timed, positions: Positions): boolean {
  return !locked && findProgress(positions[id] ?? 0, duration) !== undefined;
}

const mostToContinue = 12;

/** Started and not finished, last watched first: positions are kept in the order they were written in. */
export function listUnfinished<V extends Timed>(videos: readonly V[], positions: Positions): V[] {
  const order = new Map(Object.keys(positions).map((id, index) => [id, index]));
  if (order.size === 0) return [];
  return videos
    .filter((video) => order.has(video.id) && isUnfinished(video, positions))
    .toSorted((a, b) => (order.get(b.id) ?? 0) - (order.get(a.id) ?? 0))
    .slice(0, mostToContinue);
}
