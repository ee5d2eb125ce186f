// Brings the picture back after Audio Only. When the real video arrives later than the black one ends, as on a slow line, Chromium
// stops decoding video until the next seek; and a paused player does not look for another picture at all.

/** How long a loaded picture may take to be painted; longer after each try. A slow machine needs over a second, and while it plays
 * a seek would interrupt the audio for nothing. */
const paintMs = { paused: 1000, playing: 2500 };
const mostTries = 3;

interface Given {
  /** There is video to show at this time. */
  isThere(seconds: number): boolean;
  isShown(): boolean;
  signal: AbortSignal;
}

export function awaitPicture(video: HTMLVideoElement, { isThere, isShown, signal }: Given): void {
  let since = performance.now();
  let tries = 0;
  const timer = setInterval(() => {
    const { currentTime, seeking, paused } = video;
    if (signal.aborted || isShown() || tries === mostTries) return clearInterval(timer);
    if (seeking || !isThere(currentTime)) since = performance.now();
    if (performance.now() - since < paintMs[paused ? "paused" : "playing"] * (tries + 1)) return;
    tries += 1;
    since = performance.now();
    // to the same place: only a seek makes it look again
    video.currentTime = currentTime;
  }, 250);
}
