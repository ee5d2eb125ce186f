import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useCurrentEngine } from "#web/player/current-engine.ts";
import { useNowPlaying } from "#web/player/songs/now-playing.ts";
import { findPlaying, type Song } from "#web/player/songs/songs.ts";
import { fakeEngine } from "#web/testing/fake-engine.ts";
import { chooseSleep, useSleep } from "./sleep-menu.tsx";

const song = (at: number, to: number | null): Song => ({
  at,
  to,
  title: String(at),
  id: String(at),
  songs: [],
  isSong: true,
});
const songs = [song(0, 30), song(30, 60), song(60, null)];

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  chooseSleep(null);
  useCurrentEngine.setState({ engine: null });
  vi.useRealTimers();
});

function play(time = 20) {
  const { engine, asked, report } = fakeEngine({ time, isPaused: false });
  const goTo = (seconds: number) => {
    useNowPlaying.setState({ song: findPlaying(songs, seconds) });
    report({ time: seconds });
  };
  goTo(time);
  useCurrentEngine.setState({ engine });
  const countPauses = () => asked.filter(([name]) => name === "pause").length;
  return { goTo, countPauses, report };
}

test("after the minutes it pauses once, also when another recording plays by then", () => {
  const first = play();
  chooseSleep(15);
  vi.advanceTimersByTime(14 * 60_000);
  const second = play();
  expect(useSleep.getState().choice).toBe(15);
  vi.advanceTimersByTime(61_000);
  expect([first.countPauses(), second.countPauses(), useSleep.getState().choice]).toEqual([0, 1, null]);
  second.goTo(25);
  expect(second.countPauses()).toBe(1);
});

test("after this song it pauses where the song ends, and not where the next one does", () => {
  const player = play();
  chooseSleep("song");
  player.goTo(29.5);
  expect(player.countPauses()).toBe(0);
  player.goTo(29.8);
  expect([player.countPauses(), useSleep.getState().choice]).toEqual([1, null]);
});

test("whoever seeks into another song means that one", () => {
  const player = play();
  chooseSleep("song");
  player.goTo(45);
  player.goTo(50);
  expect(player.countPauses()).toBe(0);
  player.goTo(60.1);
  expect(player.countPauses()).toBe(1);
});

test("the last song, and the recording, end just before the queue would go on", () => {
  const player = play(70);
  chooseSleep("song");
  player.goTo(99);
  expect(player.countPauses()).toBe(0);
  player.goTo(99.8);
  expect(player.countPauses()).toBe(1);
  const other = play(70);
  chooseSleep("end");
  other.report({ time: 99.9 });
  expect(other.countPauses()).toBe(1);
});

test("switched off, nothing pauses", () => {
  const player = play();
  chooseSleep(15);
  chooseSleep(null);
  vi.advanceTimersByTime(20 * 60_000);
  player.goTo(29.9);
  expect(player.countPauses()).toBe(0);
});
