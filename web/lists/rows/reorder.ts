// Another order of a list. Pure.
export function moveItem<T>(items: readonly T[], from: number, to: number): T[] {
  const moved = items.slice(from, from + 1);
  return items.toSpliced(from, 1).toSpliced(to, 0, ...moved);
}

/** How many rows are above the pointer, by the middle of each. */
export function countAbove(middles: readonly number[], y: number): number {
  return middles.filter((middle) => middle < y).length;
}

const edge = 90;
const mostPerFrame = 18;

/** By how many pixels the page scrolls in each frame while something is dragged: the nearer to an edge, the more. */
export function scrollStep(y: number, windowHeight: number): number {
  // in a low window most of it would be an edge
  const near = Math.min(edge, windowHeight / 4);
  const [above, below] = [near - y, y - (windowHeight - near)];
  if (above > 0) return -Math.ceil((Math.min(above, near) / near) * mostPerFrame);
  return below > 0 ? Math.ceil((Math.min(below, near) / near) * mostPerFrame) : 0;
}
