// The two media elements of an engine: one for the video, one for Audio Only where a phone may be locked.
import type { AppleVideo } from "./report.ts";
import type { Start } from "./shape.ts";

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
