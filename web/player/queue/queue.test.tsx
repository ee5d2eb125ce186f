import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { openStage } from "#web/testing/stage.tsx";
import { show } from "#web/testing/render.tsx";
import { viewer } from "#web/testing/people.ts";
import { useHabits } from "#web/player/habits.ts";
import type { Following, QueueEntry } from "./following.ts";
import { QueueNext } from "./queue-next.tsx";

let sent: string[] = [];
beforeEach(() => {
  sent = [];
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
    sent.push(`${init?.method ?? "GET"} ${input as string}`);
    return Response.json({}, { status: 404 });
  });
});
afterEach(() => vi.restoreAllMocks());

const entry = (place: number, start: number, end: number, video_id = "a"): QueueEntry => ({
  ...{ place, start, end, video_id, performance_id: `p${place}`, title: `Song ${place}`, songs: [] },
  ...{
    video_title: "An evening",
    thumbnail_url: null,
    waveform: null,
    played_at: "2025-03-01T20:00:00.000Z",
    time_missing: false,
  },
  ...{ length: end - start, can_play: true },
});

function follow(entries: QueueEntry[], at: number): { following: Following; went: number[] } {
  const current = entries[at] as QueueEntry;
  const queue = { revision: 1, title: "River", from: "/song/x", place: current.place, seconds: null };
  const went: number[] = [];
  const following: Following = {
    ...{ queue: { ...queue, number: at + 1, total: entries.length, entries }, current, isExcerpt: true },
    ...{ previous: entries[at - 1], next: entries[at + 1], start: current.start },
    isJoined: false,
    goToFirst: async () => undefined,
    goOn: async () => void went.push(99),
    go: (next) => void went.push(next.place),
    leave: () => void went.push(-1),
    save: async () => undefined,
  };
  return { following, went };
}

const three = [entry(0, 5, 10), entry(1, 20, 30), entry(2, 40, 50, "b")];

test("at the end of an excerpt the next one of the queue follows, once", async () => {
  const { following, went } = follow(three, 1);
  const { report } = await openStage({ time: 29, isPaused: false }, { following });
  report({ time: 29.9 });
  expect(went).toEqual([]);
  report({ time: 30.1 });
  report({ time: 30.3 });
  expect(went).toEqual([2]);
});

test("the last excerpt stops at its end; one that is looped is repeated, and seeking far past the end leaves it", async () => {
  const last = follow(three, 2);
  const stage = await openStage({ time: 49, isPaused: false }, { following: last.following });
  stage.report({ time: 50 });
  expect(last.went).toEqual([]);
  expect(stage.asked.filter(([name]) => name === "pause")).toHaveLength(1);
  // Play plays it again
  stage.report({ isPaused: true });
  stage.report({ isPaused: false });
  expect(stage.asked.at(-1)).toEqual(["seek", 40]);
  await stage.screen.unmount();

  const looped = follow(three, 1);
  const again = await openStage(
    { time: 29, isPaused: false },
    { following: looped.following, path: "/video/a?a=21&b=30" },
  );
  again.report({ time: 30.1 });
  expect(again.asked).toContainEqual(["seek", 21]);
  expect(looped.went).toEqual([]);
  await again.screen.unmount();

  const away = follow(three, 0);
  const far = await openStage({ time: 6, isPaused: false }, { following: away.following });
  far.report({ time: 35 });
  far.report({ time: 36 });
  expect(away.went).toEqual([]);
  // at the end of the recording the queue goes on
  far.report({ time: 100, isEnded: true });
  expect(away.went).toEqual([1]);
});

test("the keys for songs and the media keys follow the queue; back goes to the start of the song first", async () => {
  const { following, went } = follow(three, 1);
  const { asked, report } = await openStage({ time: 25 }, { following });
  await userEvent.keyboard("n");
  await userEvent.keyboard("p");
  expect(went).toEqual([2]);
  expect(asked).toContainEqual(["seek", 20]);
  report({ time: 20.5 });
  await userEvent.keyboard("p");
  expect(went).toEqual([2, 0]);
});

test("an excerpt does not change where somebody stopped in the recording", async () => {
  const { following } = follow(three, 1);
  const { report, screen } = await openStage({ time: 22, isPaused: false }, { following });
  report({ time: 23 });
  report({ isPaused: true });
  await screen.unmount();
  expect(sent.filter((call) => call.includes("/positions"))).toEqual([]);
});

test("at its last entry the queue goes on with more like it, where that is wanted", async () => {
  const { following, went } = follow(three, 2);
  const { screen } = await openStage({ time: 41 }, { following });
  expect(went).toEqual([]);
  useHabits.setState({ goesOn: true });
  await expect.poll(() => went).toEqual([99]);
  await screen.unmount();
  const first = follow(three, 0);
  await openStage({ time: 6 }, { following: first.following });
  expect(first.went).toEqual([]);
  useHabits.setState({ goesOn: false });
});

test("the page shows what comes next, from where, and the way out", async () => {
  const { following, went } = follow(three, 0);
  const screen = await show(<QueueNext following={following} />, { user: viewer });
  await expect.element(screen.getByText(/1 of 3/)).toBeVisible();
  await expect.element(screen.getByRole("link", { name: "River" })).toHaveAttribute("href", "/song/x");
  await screen.getByRole("link", { name: /Song 2/ }).click();
  await screen.getByRole("button", { name: "Leave the play queue" }).click();
  expect(went).toEqual([2, -1]);
});
