// In a real browser: what its tracks do, and what counts as a person's choice.
import { afterEach, expect, test, vi } from "vitest";
import type { Playback } from "#web/player/playback.ts";
import { openCaptions } from "./choose.ts";
import { readCue } from "./choose.ts";
import type { AppleVideo } from "#web/player/engine/elements.ts";

const file = (words: string) => `data:text/vtt,${encodeURIComponent(`WEBVTT\n\n00:00.000 --> 01:00.000\n${words}\n`)}`;
const english = { url: file("One"), language: "en", title: null };
const german = { url: file("Eins"), language: "de", title: null };
const ending = new AbortController();
afterEach(() => document.querySelector("video")?.remove());

function open(wanted: Playback["wantedCaptions"] = null) {
  const video: AppleVideo = document.createElement("video");
  const told: Partial<Playback> = {};
  const sound = { element: document.createElement("audio"), at: null as number | null };
  const captions = openCaptions(video, {
    audio: { element: sound.element, time: () => sound.at },
    wanted,
    signal: ending.signal,
    tell: (change) => void Object.assign(told, change),
  });
  captions.offer([english, german]);
  document.body.append(video);
  return { video, sound, captions, told, modes: () => Array.from(video.textTracks, ({ mode }) => mode) };
}

test("the browser's own change of the tracks is undone, and is not taken for a choice", async () => {
  const { video, captions, told, modes } = open({ label: "German", language: "de" });
  expect(told.shownCaptions).toBe(1);
  // as WebKit does it after a reload
  for (const track of video.textTracks) track.mode = "disabled";
  await vi.waitFor(() => expect(modes()).toEqual(["disabled", "hidden"]));
  // as Chrome does it, in its own language
  const [first] = video.textTracks;
  if (first) first.mode = "showing";
  await vi.waitFor(() => expect(modes()).toEqual(["disabled", "hidden"]));
  expect(told).toMatchObject({ shownCaptions: 1, wantedCaptions: { language: "de" } });
  captions.choose(null);
  expect(told).toMatchObject({ shownCaptions: null, wantedCaptions: null });
  expect(modes()).toEqual(["disabled", "disabled"]);
});

test("in the system's own full screen the browser draws them, and a choice made there counts", async () => {
  const { video, captions, told, modes } = open();
  captions.toggle();
  captions.choose(0);
  video.webkitDisplayingFullscreen = true;
  video.dispatchEvent(new Event("webkitbeginfullscreen"));
  expect(modes()).toEqual(["showing", "disabled"]);
  const [first, second] = video.textTracks;
  if (first && second) [first.mode, second.mode] = ["disabled", "showing"];
  await vi.waitFor(() => expect(told).toMatchObject({ shownCaptions: 1, wantedCaptions: { language: "de" } }));
  video.webkitDisplayingFullscreen = false;
  video.dispatchEvent(new Event("webkitendfullscreen"));
  expect(modes()).toEqual(["disabled", "hidden"]);
});

test("captions are read as text with a few tags, never as HTML", () => {
  const read = (text: string, change: Partial<VTTCue> = {}) => readCue(Object.assign(new VTTCue(0, 1, text), change));
  expect(read("<v Ada>One <i>two</i> &amp; <b>three</b>").pieces).toEqual([
    { tag: "span", pieces: ["One ", { tag: "i", pieces: ["two"] }, " & ", { tag: "b", pieces: ["three"] }] },
  ]);
  const hostile = JSON.stringify(read('<script>alert(1)</script><img src=x onerror="alert(1)">hello').pieces);
  expect(hostile).not.toMatch(/script|img|onerror/);
  expect(hostile).toContain("hello");
  expect(read("up", { line: 0 })).toMatchObject({ isAtTop: true });
  expect(read("up", { line: 10, snapToLines: false })).toMatchObject({ isAtTop: true });
  expect(read("down", { line: -1 })).toMatchObject({ isAtTop: false });
  expect(read("right", { align: "end" })).toMatchObject({ isAtTop: false, align: "end" });
});

test("while the sound is an element of its own, its clock counts", async () => {
  const { sound, told } = open({ label: "English", language: "en" });
  sound.at = 59;
  await vi.waitFor(() => {
    sound.element.dispatchEvent(new Event("timeupdate"));
    expect(told.cues).toMatchObject([{ pieces: ["One"] }]);
  });
  sound.at = 60;
  sound.element.dispatchEvent(new Event("seeked"));
  expect(told.cues).toEqual([]);
});
