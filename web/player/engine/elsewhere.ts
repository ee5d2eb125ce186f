// Showing the video outside of the page: picture in picture, AirPlay, and an iPhone's own full screen.
import type { Playback } from "#web/player/playback.ts";
import type { AppleVideo } from "./report.ts";

interface Given {
  signal: AbortSignal;
  tell(change: Partial<Playback>): void;
  report(): void;
}

export function openElsewhere(video: AppleVideo, { signal, tell, report }: Given) {
  video.addEventListener(
    "webkitplaybacktargetavailabilitychanged",
    (event) => tell({ canAirPlay: (event as Event & { availability?: string }).availability === "available" }),
    { signal },
  );
  video.addEventListener("webkitcurrentplaybacktargetiswirelesschanged", report, { signal });
  return {
    togglePictureInPicture(): void {
      const isThere = document.pictureInPictureElement === video;
      const done = isThere ? document.exitPictureInPicture() : video.requestPictureInPicture();
      done.catch(report);
    },
    showAirPlay: (): void => video.webkitShowPlaybackTargetPicker?.(),
    showPictureAlone: (): void => video.webkitEnterFullscreen?.(),
  };
}
