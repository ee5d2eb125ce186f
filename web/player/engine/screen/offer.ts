// Playing on a television: what does it is loaded where the browser could know of one.
import type { AppleVideo } from "#web/player/engine/elements.ts";
import type { Engine, ScreenAddresses, ScreenParts } from "#web/player/engine/shape.ts";
import type { Shown } from "./show.ts";

export function offerScreens(
  video: AppleVideo,
  given: ScreenParts,
): Pick<Engine, "offerScreen" | "showScreen" | "leaveScreen"> {
  let shown: Shown | undefined;
  return {
    offerScreen(addresses: ScreenAddresses): void {
      // Firefox has neither
      if (!("remote" in video || "webkitShowPlaybackTargetPicker" in video)) return;
      void import("./show.ts").then(({ openShow }) => {
        if (!given.signal.aborted) shown = openShow(video, { ...given, addresses });
      });
    },
    showScreen: () => shown?.show(),
    leaveScreen: () => shown?.leave(),
  };
}
