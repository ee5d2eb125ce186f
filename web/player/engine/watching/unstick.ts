// Notices a start or a seek that makes no progress, in any browser. Then the stream is opened again at that place: after
// 3 seconds, and each further time after twice as long.
import { isLoaded } from "./watch-seeks.ts";

const firstMs = 3000;
const lookMs = 500;
/** Played or shown for this long, the next time counts as the first again. */
const settledMs = 2000;

interface Look {
  /** It plays, or it is paused with its picture. */
  isFine: boolean;
  /** Changes with everything that brings the picture nearer. */
  progress: string;
}

/** Decides when it is time to open the stream again. Pure. */
export function createPatience() {
  let [since, fineSince, times] = [Number.NaN, Number.NaN, 0];
  let last = "";
  return {
    isOver({ isFine, progress }: Look, now: number): boolean {
      if (isFine && Number.isNaN(fineSince)) fineSince = now;
      if (!isFine) fineSince = Number.NaN;
      if (now - fineSince >= settledMs) times = 0;
      if (isFine || progress !== last || Number.isNaN(since)) {
        last = progress;
        since = now;
        return false;
      }
      if (now - since < firstMs * 2 ** times) return false;
      times += 1;
      since = now;
      return true;
    },
    /** Another place counts from the beginning. */
    forget(): void {
      [since, times] = [Number.NaN, 0];
    },
  };
}

interface Given {
  element(): HTMLMediaElement;
  /** Undefined when there is nothing to wait for: no connection, or an error is shown. */
  fetched(): string | undefined;
  reopen(): void;
  signal: AbortSignal;
}

/** Returns what to call when somebody chooses another place. */
export function watchProgress({ element, fetched, reopen, signal }: Given): () => void {
  const patience = createPatience();
  let before = Number.NaN;
  const timer = setInterval(() => {
    const media = element();
    const bytes = fetched();
    const look = bytes === undefined ? { isFine: true, progress: "" } : lookAt(media, before, bytes);
    before = media.currentTime;
    if (patience.isOver(look, performance.now())) reopen();
  }, lookMs);
  signal.addEventListener("abort", () => clearInterval(timer));
  return patience.forget;
}

function lookAt(media: HTMLMediaElement, before: number, fetched: string): Look {
  const { currentTime, readyState, seeking, paused, ended } = media;
  const isShown = readyState >= HTMLMediaElement.HAVE_CURRENT_DATA && !seeking;
  const frames = media instanceof HTMLVideoElement ? media.getVideoPlaybackQuality?.().totalVideoFrames : 0;
  // when the data for this place is there, more data for later is no progress
  const isThere = isLoaded(media, currentTime) && isLoaded(media, currentTime + 1);
  return {
    isFine: isShown && (paused || ended || currentTime !== before),
    progress: [currentTime, readyState, seeking, frames, isThere || fetched].join(" "),
  };
}
