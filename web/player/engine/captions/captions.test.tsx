// In a real browser: the element's own tracks decide what can be shown.
import { beforeEach, expect, test, vi } from "vitest";
import { findShowing, isAsChosen, listCaptions, offerCaptions, preferCaptions, showCaptions } from "./choose.ts";

const file = (words: string) => `data:text/vtt,${encodeURIComponent(`WEBVTT\n\n00:00.000 --> 01:00.000\n${words}\n`)}`;
const english = { url: file("One"), language: "en", title: null };
const forTheDeaf = { url: file("[drums] One"), language: "en", title: "English (SDH)" };
const brazilian = { url: file("Um"), language: "pt-BR", title: null };
const nameless = { url: file("?"), language: null, title: null };

let video: HTMLVideoElement;
beforeEach(() => {
  video = document.createElement("video");
});
const modes = () => Array.from(video.textTracks, ({ mode }) => mode);

test("captions are named by the recording or by their language, and replaced only when they differ", () => {
  expect(offerCaptions(video, [english, forTheDeaf, brazilian, nameless])).toBe(true);
  expect(listCaptions(video).map(({ label }) => label)).toEqual([
    "English",
    "English (SDH)",
    "Brazilian Portuguese",
    "Captions 4",
  ]);
  showCaptions(video, 2, "hidden");
  expect(offerCaptions(video, [english, forTheDeaf, brazilian, nameless])).toBe(false);
  expect(isAsChosen(video, 2)).toBe(true);
  expect(offerCaptions(video, [english])).toBe(true);
  expect(isAsChosen(video, null)).toBe(true);
});

test("the browser draws captions only where it shows the video alone, and at most one of them", () => {
  offerCaptions(video, [english, brazilian]);
  showCaptions(video, 1, "hidden");
  expect(findShowing(video)).toBe(null);
  for (const { track } of video.querySelectorAll("track")) track.mode = "showing";
  expect(isAsChosen(video, 1)).toBe(false);
  showCaptions(video, 1, "hidden");
  expect(modes()).toEqual(["disabled", "hidden"]);
  showCaptions(video, 1, "showing");
  expect(findShowing(video)).toBe(1);
  showCaptions(video, null, "showing");
  expect(modes()).toEqual(["disabled", "disabled"]);
});

test("captions that could not be loaded are requested again when they are shown again", async () => {
  offerCaptions(video, [{ ...english, url: "/nothing-there.vtt" }]);
  document.body.append(video);
  showCaptions(video, 0, "hidden");
  const [broken] = video.querySelectorAll("track");
  await vi.waitFor(() => expect(broken?.readyState).toBe(HTMLTrackElement.ERROR));
  showCaptions(video, 0, "hidden");
  expect(video.querySelector("track")).not.toBe(broken);
  expect(isAsChosen(video, 0)).toBe(true);
  video.remove();
});

test("the captions shown last are preferred, then their language, then this browser's, then the first", () => {
  offerCaptions(video, [brazilian, english, forTheDeaf]);
  const tracks = listCaptions(video);
  const last = (label: string, language: string) => preferCaptions(tracks, { label, language });
  expect(last("English (SDH)", "en")).toBe(2);
  expect(last("Another name", "en")).toBe(1);
  expect(last("Português", "pt")).toBe(0);
  expect(last("Deutsch", "de")).toBe(tracks.findIndex(({ language }) => navigator.language.startsWith(language)));
  expect(preferCaptions([], null)).toBe(null);
  expect(preferCaptions([{ label: "Klingon", language: "tlh" }], null)).toBe(0);
});
