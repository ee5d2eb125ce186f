// From one media element to another while playing: the second is synchronised with the first, then takes over.
// For phones, where Audio Only has to be a plain audio element. Part of the engine.

interface Handover {
  from: HTMLMediaElement;
  to: HTMLMediaElement;
  /** To add to the time of `from` to be at the same moment in `to`. */
  offset: number;
  signal: AbortSignal;
}

/** `to` has its source and its place already; it ends up playing, and `from` paused. */
export async function handOver({ from, to, offset, signal }: Handover): Promise<void> {
  const { volume, muted, playbackRate } = from;
  const restore = () => {
    from.volume = volume;
    Object.assign(to, { volume, muted, playbackRate });
  };
  // when aborted, both elements get their settings back
  signal.addEventListener("abort", restore);
  try {
    // phones ignore an element's volume: only muting keeps the two from being heard together
    to.muted = true;
    await to.play();
    await comeAlongside({ from, to, offset, signal });
    if (signal.aborted) return;
    to.volume = 0;
    to.muted = muted;
    for (let step = 1; step <= 4 && !signal.aborted; step += 1) {
      to.volume = (volume * step) / 4;
      from.volume = (volume * (4 - step)) / 4;
      await sleep(15);
    }
    if (signal.aborted) return;
    from.pause();
    restore();
  } finally {
    signal.removeEventListener("abort", restore);
  }
}

async function comeAlongside({ from, to, offset, signal }: Handover): Promise<void> {
  const { playbackRate } = from;
  let deadline = performance.now() + arrivalMs;
  let hasArrived = false;
  while (performance.now() < deadline) {
    await sleep(40);
    if (signal.aborted) return;
    if (to.readyState < 3) continue;
    // from here on it only has to be aligned
    if (!hasArrived) deadline = performance.now() + alignmentMs;
    hasArrived = true;
    const late = from.currentTime + offset - to.currentTime;
    if (Math.abs(late) < closeEnough) break;
    if (Math.abs(late) > 0.5) to.currentTime += late + 0.15;
    else to.playbackRate = playbackRate * (1 + Math.max(-0.15, Math.min(0.15, late * 2)));
  }
  to.playbackRate = playbackRate;
}

const [arrivalMs, alignmentMs] = [15_000, 2500];
const closeEnough = 0.02;

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
