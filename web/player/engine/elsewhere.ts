// Showing the video outside of the page: picture in picture, and an iPhone's own full screen.
import type { AppleVideo } from "./report.ts";

export function openElsewhere(video: AppleVideo, report: () => void) {
  return {
    togglePictureInPicture(): void {
      const isThere = document.pictureInPictureElement === video;
      const done = isThere ? document.exitPictureInPicture() : video.requestPictureInPicture();
      done.catch(report);
    },
    showPictureAlone: (): void => video.webkitEnterFullscreen?.(),
  };
}
