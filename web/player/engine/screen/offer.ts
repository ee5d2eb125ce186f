// Playing on a television: what does it is loaded where the browser could know of one.
import type { Playback } from "#web/player/playback.ts";
import type { AppleVideo } from "#web/player/engine/elements.ts";
import type { Engine, ScreenAddresses } from "#web/player/engine/shape.ts";
import type { Shown } from "./show.ts";

/** An address that the video element plays in place of the stream. */
export interface Lent {
  url: string;
  /** Seconds by which its clock is ahead of the recording's. */
  offset: number;
}

export interface Given {
  signal: AbortSignal;
  tell(change: Partial<Playback>): void;
  /** Null: the recording's own stream again. */
  lend(address: Lent | null): void;
}

export function offerScreens(
  video: AppleVideo,
  given: Given,
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
