// Whether there is a television, and whether the element plays there: AirPlay's events in Safari, Remote Playback elsewhere.
import type { AppleVideo } from "#web/player/engine/report.ts";
import silence from "./silence.m4a?no-inline";

interface Given {
  signal: AbortSignal;
  tell(hasScreens: boolean): void;
  onConnected(): void;
  onGone(): void;
}

export function watchScreens(video: AppleVideo, given: Given): void {
  if ("webkitShowPlaybackTargetPicker" in video) watchAirPlay(video, given);
  else watchRemote(video, given);
}

function watchAirPlay(video: AppleVideo, { signal, tell, onConnected, onGone }: Given): void {
  const onAvailability = (event: Event) =>
    tell((event as Event & { availability?: string }).availability === "available");
  video.addEventListener("webkitplaybacktargetavailabilitychanged", onAvailability, { signal });
  video.addEventListener(
    "webkitcurrentplaybacktargetiswirelesschanged",
    () => (video.webkitCurrentPlaybackTargetIsWireless ? onConnected() : onGone()),
    { signal },
  );
}

function watchRemote(video: HTMLVideoElement, { signal, tell, onConnected, onGone }: Given): void {
  video.remote.addEventListener("connect", onConnected, { signal });
  video.remote.addEventListener("disconnect", onGone, { signal });
  // browsers find no television for what hls.js plays: so they are also asked for a plain file, a tenth of a second of silence
  const plain = document.createElement("video");
  plain.preload = "metadata";
  plain.muted = true;
  plain.src = silence;
  const found = new Map<HTMLVideoElement, boolean>();
  for (const element of [video, plain])
    element.remote
      .watchAvailability((isAvailable) => {
        found.set(element, isAvailable);
        tell([...found.values()].includes(true));
      })
      // a device that may not search all the time: no button
      .catch(() => undefined);
  signal.addEventListener("abort", () => plain.removeAttribute("src"));
}
