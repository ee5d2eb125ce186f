// Runs two rigs at a time: most of their time is spent waiting for a disk, a start or a timeout.
export const lanes = 2;

/** Each lane takes the next thing as soon as it is free; `lane` is its number. */
export async function inLanes<T, R>(things: readonly T[], work: (thing: T, lane: number) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const walk = async (lane: number) => {
    while (next < things.length) {
      const index = next++;
      results[index] = await work(things[index] as T, lane);
    }
  };
  await Promise.all(Array.from({ length: lanes }, (_, lane) => walk(lane)));
  return results;
}

export function minutes(began: number): string {
  return `${((performance.now() - began) / 60_000).toFixed(1)} min`;
}
