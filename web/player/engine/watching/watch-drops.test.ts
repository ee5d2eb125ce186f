import { expect, test, vi } from "vitest";
import { watchDrops } from "#web/player/engine/stream/stream.ts";

/** As much of a media element as is looked at. */
function makeElement(currentTime: number, ranges: [number, number][]) {
  const buffered = {
    length: ranges.length,
    start: (n: number) => ranges[n]?.[0] ?? 0,
    end: (n: number) => ranges[n]?.[1] ?? 0,
  };
  return Object.assign(new EventTarget(), { currentTime, seeking: true, buffered }) as unknown as HTMLMediaElement;
}

async function countDrops(
  element: HTMLMediaElement,
  fragments: { type: string; start: number; end: number }[],
): Promise<number> {
  vi.useFakeTimers();
  const { signal } = new AbortController();
  const onDropped = vi.fn<() => void>();
  const look = watchDrops(element, { signal, onDropped });
  element.dispatchEvent(new Event("seeking"));
  for (const fragment of fragments) look(fragment);
  await vi.runAllTimersAsync();
  vi.useRealTimers();
  return onDropped.mock.calls.length;
}

const both = [
  { type: "main", start: 5, end: 10 },
  { type: "audio", start: 4, end: 8 },
];

test("video and audio have arrived for a seek, and the browser has neither there: it has dropped something", async () => {
  expect(await countDrops(makeElement(6.1, [[48, 61]]), both)).toBe(1);
});

test("nothing was dropped when it is there, when only one of the two has arrived, or when other places have", async () => {
  const there: [number, number][] = [
    [5, 8],
    [48, 61],
  ];
  expect(await countDrops(makeElement(6.1, there), both)).toBe(0);
  expect(await countDrops(makeElement(6.1, [[48, 61]]), both.slice(0, 1))).toBe(0);
  expect(await countDrops(makeElement(9, [[48, 61]]), both)).toBe(0);
  // the video may begin a little later than its fragment says
  expect(await countDrops(makeElement(4.8, [[5.02, 8]]), [{ type: "main", start: 4.5, end: 10 }, ...both])).toBe(0);
});
