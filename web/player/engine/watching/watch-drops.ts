// Notices that a browser has dropped what was loaded for a seek. WebKitGTK does so with audio of before the place where the
// stream was opened; hls.js would then jump to that place, as if the recording had a hole.
import { isLoaded } from "./watch-seeks.ts";

interface Arrived {
  type: string;
  start: number;
  end: number;
}

/** Video and audio may begin this much later than their fragments say. */
const latestSeconds = 0.5;

/** Returns what to call with each fragment that was given to the browser. */
export function watchDrops(
  media: HTMLMediaElement,
  { signal, onDropped }: { signal: AbortSignal; onDropped: () => void },
): (fragment: Arrived) => void {
  const arrived = new Set<string>();
  media.addEventListener("seeking", () => arrived.clear(), { signal });
  return ({ type, start, end }) => {
    const { currentTime, seeking } = media;
    if (!seeking || currentTime < start || currentTime >= end) return;
    arrived.add(type);
    const isThere = [0, latestSeconds].some((later) => isLoaded(media, currentTime + later));
    if (arrived.size < 2 || isThere) return;
    arrived.clear();
    // not within the call: hls.js is still at work on this fragment
    setTimeout(() => signal.aborted || onDropped());
  };
}
