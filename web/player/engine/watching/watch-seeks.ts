// Corrects a seek that shows a picture of a later time. Where some picture of a recording stands for long, Chromium answers a
// seek to just before loaded data with the first picture of that data, and does not look again when the right one arrives.

/** A picture this long before its time is a wrong one. */
const mostEarlySeconds = 0.1;
/** How long a loaded picture may take to be painted. */
const paintMs = 250;

/** Returns what to call when more data has arrived. */
export function watchSeeks(video: HTMLVideoElement, signal: AbortSignal): () => void {
  let awaited = 0;
  let paintedAt = 0;
  let lookedAgainAt = -1;

  const awaitPicture = (): void => {
    video.cancelVideoFrameCallback?.(awaited);
    awaited = video.requestVideoFrameCallback?.((_now, { mediaTime }) => {
      paintedAt = mediaTime;
      // it may be one of before the seek
      if (video.seeking) awaitPicture();
    });
  };
  const lookAgain = (): void => {
    const { currentTime, seeking } = video;
    const isEarly = paintedAt > currentTime + mostEarlySeconds && !seeking;
    if (!isEarly || signal.aborted || currentTime === lookedAgainAt || !isLoaded(video, currentTime)) return;
    lookedAgainAt = currentTime;
    video.currentTime = currentTime;
  };
  video.addEventListener("seeking", awaitPicture, { signal });
  video.addEventListener("seeked", () => setTimeout(lookAgain, paintMs), { signal });
  return lookAgain;
}

export function isLoaded({ buffered }: HTMLMediaElement, time: number): boolean {
  return Array.from({ length: buffered.length }, (_, n) => n).some(
    (n) => buffered.start(n) <= time && time < buffered.end(n),
  );
}
