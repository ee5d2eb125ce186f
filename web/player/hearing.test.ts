import { expect, test } from "vitest";
import type { HeardKind } from "#contract/heard/heard.ts";
import { createHearing } from "./hearing.ts";

function open() {
  let now = 0;
  const hearing = createHearing([], () => now);
  const state = { time: 0, isPlaying: false, rate: 1, kind: "video" as HeardKind };
  const note = (change: Partial<typeof state>) => hearing.note(Object.assign(state, change));
  /** Plays for so many seconds, with a report of the time four times a second. */
  const play = (seconds: number) => {
    note({ isPlaying: true });
    for (let n = 0; n < seconds * 4; n += 1) {
      now += 250;
      note({ time: state.time + state.rate / 4 });
    }
  };
  const wait = (seconds: number) => (now += seconds * 1000);
  const spans = () => hearing.report().map((one) => one.spans);
  return { hearing, note, play, wait, spans };
}

test("what plays is heard, what is skipped or stands still is not", () => {
  const { note, play, wait, spans } = open();
  expect(spans()).toEqual([]);
  play(10);
  note({ time: 100 });
  play(5);
  note({ isPlaying: false });
  wait(60);
  note({ time: 130 });
  note({ time: 101 });
  play(2);
  expect(spans()).toEqual([
    [
      [0, 10],
      [100, 105],
      [101, 103],
    ],
  ]);
});

test("at double speed twice as much is heard, and a page in the background that is told the time rarely loses nothing", () => {
  const { note, play, wait, spans } = open();
  note({ rate: 2 });
  play(10);
  note({ rate: 1 });
  wait(8);
  note({ time: 28 });
  expect(spans()).toEqual([[[0, 28]]]);
});

test("what is confirmed is not reported again, and what came meanwhile is", () => {
  const { hearing, play, note } = open();
  play(10);
  note({ time: 50 });
  play(5);
  const first = hearing.report();
  play(3);
  const second = hearing.report();
  hearing.confirm(first);
  expect(hearing.report()).toMatchObject([{ id: first[0]?.id, before: 15, spans: [[55, 58]] }]);
  // the answers may come in another order, and twice
  hearing.confirm(second);
  hearing.confirm(first);
  expect(hearing.report()).toEqual([]);
  play(1);
  expect(hearing.report()).toMatchObject([{ id: first[0]?.id, before: 18, spans: [[58, 59]] }]);
});

test("another kind, or a long rest, is another listening; each is reported until it is confirmed", () => {
  const { hearing, play, note, wait } = open();
  play(10);
  note({ kind: "audio" });
  play(10);
  note({ isPlaying: false });
  wait(3600);
  play(10);
  const all = hearing.report();
  expect(all.map(({ kind, spans }) => [kind, spans])).toEqual([
    ["video", [[0, 10]]],
    ["audio", [[10, 20]]],
    ["audio", [[20, 30]]],
  ]);
  expect(new Set(all.map(({ id }) => id)).size).toBe(3);
  hearing.confirm(all.slice(1));
  expect(hearing.report()).toMatchObject([{ kind: "video" }]);
});

test("what was not received when the page was closed is reported by the next one", () => {
  const { hearing, play } = open();
  play(10);
  const left = hearing.report();
  expect(createHearing(left).report()).toEqual(left);
});
