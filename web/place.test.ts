// What plays after the page has moved: it goes on, is large in its page again, and is replaced only when somebody wants that.
import { afterEach, expect, test } from "vitest";
import { NavigationType } from "react-router";
import { follow, locate, type Playing, tellPlaying, toClose } from "./place.ts";

const { Push, Pop, Replace } = NavigationType;
const at = (to: string, navigation = Push, state: object = {}): Playing => ({
  location: { ...locate(to), state },
  navigation,
});
const playing = at("/video/salt?queue=3");
const whatPlays = (from: string, to: Playing, now: Playing | null = playing) => {
  const next = follow(now, at(from).location, to);
  return next && next.location.pathname + next.location.search;
};

afterEach(() => tellPlaying(null));

test("what has been played stays on every page, paused or not; what was only opened does not", () => {
  tellPlaying({ id: "salt" });
  expect(whatPlays("/video/salt", at("/songs"))).toBeNull();
  tellPlaying({ hasPlayed: true, isPaused: false });
  expect(whatPlays("/video/salt", at("/songs"))).toBe("/video/salt?queue=3");
  tellPlaying({ isPaused: true });
  expect(whatPlays("/songs", at("/", Pop))).toBe("/video/salt?queue=3");
  expect(whatPlays("/video/salt", at("/", Push, toClose))).toBeNull();
});

test("its own page shows it again, and its place in the queue stays", () => {
  tellPlaying({ id: "salt", hasPlayed: true, isPaused: false });
  expect(whatPlays("/songs", at("/video/salt"))).toBe("/video/salt?queue=3");
  expect(whatPlays("/songs", at("/video/salt?t=12"))).toBe("/video/salt?t=12");
  // leaving the queue is a change of the same page's address
  expect(whatPlays("/video/salt", at("/video/salt", Replace))).toBe("/video/salt");
});

test("another recording is only looked at while something is heard, unless it is opened to play", () => {
  tellPlaying({ id: "salt", hasPlayed: true, isPaused: false });
  expect(whatPlays("/", at("/video/rain"))).toBe("/video/salt?queue=3");
  expect(whatPlays("/", at("/video/rain?t=4"))).toBe("/video/rain?t=4");
  expect(whatPlays("/", at("/video/rain?queue=5"))).toBe("/video/rain?queue=5");
  expect(whatPlays("/", at("/video/rain", Push, { plays: true }))).toBe("/video/rain");
  expect(whatPlays("/saved", at("/saved/rain"))).toBe("/saved/rain");
  // going back plays nothing else
  expect(whatPlays("/", at("/video/rain?t=4", Pop))).toBe("/video/salt?queue=3");
  tellPlaying({ isPaused: true });
  expect(whatPlays("/", at("/video/rain"))).toBe("/video/rain");
});
