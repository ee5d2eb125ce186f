// Judges whether this server has more to do than it can. A late event loop alone does not say so: on a busy machine the
// process only waits for a core, and its own work is soon done. So requests are refused only when the loop was late for
// several seconds in a row, and this process itself kept its thread busy all the while.
import { monitorEventLoopDelay } from "node:perf_hooks";

const lateMs = 250;
const busyShare = 0.7;
const mostInRow = 3;
/** How exactly the delay is measured. It wakes the process so often, also when nobody is there. */
const resolutionMs = 100;

interface Sample {
  /** How late the event loop was, on average since the last sample. */
  delayMs: number;
  /** How much of that time this thread really worked: 0 to 1. */
  busy: number;
}

/** Takes the samples one after the other; true when there is too much to do. */
export function judgeLoad(): (sample: Sample) => boolean {
  let inRow = 0;
  return ({ delayMs, busy }) => {
    inRow = delayMs > lateMs && busy > busyShare ? inRow + 1 : 0;
    return inRow >= mostInRow;
  };
}

/** Measures from one call to the next. */
export function measureLoad(): { sample(): Sample } & Disposable {
  const histogram = monitorEventLoopDelay({ resolution: resolutionMs });
  histogram.enable();
  let at = performance.now();
  let worked = process.threadCpuUsage();
  return {
    sample() {
      const elapsedMs = performance.now() - at;
      const { user, system } = process.threadCpuUsage(worked);
      // nothing was measured: the loop did not turn once
      const delayMs = Number.isNaN(histogram.mean) ? elapsedMs : histogram.mean / 1e6 - resolutionMs;
      at = performance.now();
      worked = process.threadCpuUsage();
      histogram.reset();
      return { delayMs, busy: (user + system) / 1000 / elapsedMs };
    },
    [Symbol.dispose]: () => void histogram.disable(),
  };
}
