// The two media elements of an engine, what they report, and what each kind of device can do with them.
import type { Playback } from "#web/player/playback.ts";
import type { Start } from "./shape.ts";
import { blackWidth } from "./stream/black.ts";

export interface AppleVideo extends HTMLVideoElement {
  webkitShowPlaybackTargetPicker?(): void;
  webkitEnterFullscreen?(): void;
  webkitCurrentPlaybackTargetIsWireless?: boolean;
  webkitDisplayingFullscreen?: boolean;
  webkitPresentationMode?: string;
}

export type Elements = ReturnType<typeof makeElements>;

/** One for the video, one for Audio Only where a phone may be locked. */
export function makeElements({ volume, isMuted, rate }: Pick<Start, "volume" | "isMuted" | "rate">) {
  const video: AppleVideo = document.createElement("video");
  const audio = document.createElement("audio");
  const both: readonly HTMLMediaElement[] = [video, audio];
  video.playsInline = true;
  video.setAttribute("x-webkit-airplay", "allow");
  for (const element of both) {
    element.preload = "auto";
    element.preservesPitch = true;
  }
  const setVolume = (value: number): void => {
    for (const element of both) element.volume = Math.min(1, Math.max(0, value));
  };
  const setMuted = (value: boolean): void => {
    for (const element of both) element.muted = value;
  };
  const setRate = (value: number): void => {
    for (const element of both) Object.assign(element, { defaultPlaybackRate: value, playbackRate: value });
  };
  setVolume(volume);
  setMuted(isMuted);
  setRate(rate);
  return { video, audio, both, setVolume, setMuted, setRate };
}

export function empty(element: HTMLMediaElement): void {
  element.removeAttribute("src");
  element.load();
}

export const heard = [
  "play", "pause", "playing", "waiting", "seeking", "seeked", "timeupdate", "durationchange", "progress", "volumechange",
  "ratechange", "ended", "loadeddata", "canplay", "emptied", "stalled", "resize", "enterpictureinpicture",
  "leavepictureinpicture",
]; // prettier-ignore

interface Known {
  /** Seconds by which the element's clock is ahead of the recording's. */
  offset: number;
  before: Playback;
}

/** What an element says, in the form of the player's store. */
export function readElement(
  element: HTMLMediaElement,
  video: AppleVideo,
  { offset, before }: Known,
): Omit<Partial<Playback>, "canPictureInPicture"> {
  const { paused, ended, seeking, readyState, buffered, volume, muted, playbackRate, duration, currentTime } = element;
  return {
    isPaused: paused,
    isEnded: ended,
    isSeeking: seeking,
    isWaiting: !paused && !ended && readyState < 3,
    isReady: before.isReady || isThere(element),
    reopenings: isThere(element) && !seeking && (paused || readyState > 2) ? 0 : before.reopenings,
    hasPicture: element === video && isThere(element) && video.videoWidth > blackWidth,
    time: isThere(element) ? Math.max(0, currentTime - offset) : before.time,
    duration: Number.isFinite(duration) ? Math.max(0, duration - offset) : before.duration,
    buffered: Array.from(
      { length: buffered.length },
      (_, n) => [buffered.start(n) - offset, buffered.end(n) - offset] as const,
    ),
    volume,
    isMuted: muted,
    rate: playbackRate,
    isInPicture: document.pictureInPictureElement === video,
  };
}

/** Before its first data an element reports the time 0, which is not where it will start. */
export function isThere({ readyState }: HTMLMediaElement): boolean {
  return readyState >= HTMLMediaElement.HAVE_CURRENT_DATA;
}

/** Audio through MSE stops when a phone is locked; a plain element on a real file goes on. */
export function isPhone(): boolean {
  return isAppleTouch() || (matchMedia("(pointer: coarse)").matches && /Android|Mobile/.test(navigator.userAgent));
}
/** An iPad says it is a Macintosh, but no Macintosh has a touch screen. */
export function isAppleTouch(): boolean {
  const { userAgent, maxTouchPoints } = navigator;
  return /iPhone|iPad|iPod/.test(userAgent) || (userAgent.includes("Macintosh") && maxTouchPoints > 1);
}
