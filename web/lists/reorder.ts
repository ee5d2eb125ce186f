// Another order of a list. Pure.
export function moveItem<T>(items: readonly T[], from: number, to: number): T[] {
  const moved = items.slice(from, from + 1);
  return items.toSpliced(from, 1).toSpliced(to, 0, ...moved);
}

/** How many rows are above the pointer, by the middle of each. */
export function countAbove(middles: readonly number[], y: number): number {
  return middles.filter((middle) => middle < y).length;
}
