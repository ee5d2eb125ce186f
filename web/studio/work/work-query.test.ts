import { expect, test } from "vitest";
import { makeItem } from "#web/testing/studio-stand-in.ts";
import { listByState, listEnded, takeItem } from "./work-query.ts";

const work = {
  items: [makeItem({ id: 1, state: "running" }), makeItem({ id: 2, state: "waiting" })],
  counts: { waiting: 1, running: 1, failed: 0, done: 4, cancelled: 0 },
};

test("a changed item replaces the old one, and the counts are updated", () => {
  const after = takeItem(work, makeItem({ id: 1, state: "done", progress: 1 }));
  expect(after.items.map(({ id, state }) => [id, state])).toEqual([
    [1, "done"],
    [2, "waiting"],
  ]);
  expect(after.counts).toEqual({ waiting: 1, running: 0, failed: 0, done: 5, cancelled: 0 });
});

test("a new item comes first", () => {
  const after = takeItem(work, makeItem({ id: 3, state: "waiting" }));
  expect(listByState(after, "waiting").map(({ id }) => id)).toEqual([3, 2]);
  expect(after.counts.waiting).toBe(2);
});

test("the list has at most 100 items", () => {
  let grown = work;
  for (let id = 10; id < 200; id++) grown = takeItem(grown, makeItem({ id, state: "done" }));
  expect(grown.items).toHaveLength(100);
});

test("a recording is listed once as finished, and only when it has no more work to do", () => {
  const ended = (id: number, video_id: string, minute: number) =>
    makeItem({ id, video_id, state: "done", finished_at: `2026-11-15T10:0${minute}:00Z` });
  const items = [
    makeItem({ id: 1, video_id: "a" }),
    ended(2, "a", 1),
    ended(3, "b", 2),
    ended(4, "b", 3),
    ended(5, "c", 4),
  ];
  expect(listEnded({ items, counts: work.counts }).map(({ id }) => id)).toEqual([5, 4]);
});
