// What a media element reports about itself, in the form of the player's store.
import type { Playback } from "#web/player/playback.ts";
import { blackWidth } from "#web/player/engine/stream/black.ts";

export interface AppleVideo extends HTMLVideoElement {
  webkitShowPlaybackTargetPicker?(): void;
  webkitEnterFullscreen?(): void;
  webkitCurrentPlaybackTargetIsWireless?: boolean;
  webkitDisplayingFullscreen?: boolean;
  webkitPresentationMode?: string;
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
