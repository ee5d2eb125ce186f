// Judges whether this server has more to do than it can. A late event loop alone does not say so: on a busy machine the
// process only waits for a core, and its own work is soon done. So requests are refused only when the loop was late for
// several seconds in a row, and this process itself kept its thread busy all the while. They are refused, too, when the
// heap is nearly full.
import { monitorEventLoopDelay, type ELDHistogram } from "node:perf_hooks";
import { getHeapStatistics } from "node:v8";

const lateMs = 250;
const busyShare = 0.7;
const mostInRow = 3;
/** How exactly the delay is measured. */
const resolutionMs = 100;
const everyMs = 1000;
/** The number of samples. */
const restAfter = 10;
const heapShare = 0.85;

interface Sample {
  /** How late the event loop was, on average since the last sample; 0 when the thread had little to do. */
  delayMs: number;
  /** How much of that time this thread really worked: 0 to 1. */
  busy: number;
}

/** Looks once a second whether there is too much to do, until nobody has asked for a while: a server at rest stays asleep. */
export function watchLoad(): { isTooMuch(): boolean } & Disposable {
  const load = measureLoad();
  const judge = detectOverload();
  const mostHeap = getHeapStatistics().heap_size_limit * heapShare;
  let isTooMuch = false;
  let sinceAsked = 0;
  let looking: NodeJS.Timeout | undefined;
  const rest = () => {
    clearInterval(looking);
    looking = undefined;
  };
  const look = () => {
    isTooMuch = judge(load.sample()) || getHeapStatistics().used_heap_size > mostHeap;
    sinceAsked += 1;
    if (!isTooMuch && sinceAsked > restAfter) rest();
  };
  return {
    isTooMuch() {
      sinceAsked = 0;
      looking ??= setInterval(look, everyMs).unref();
      return isTooMuch;
    },
    [Symbol.dispose]() {
      rest();
      load[Symbol.dispose]();
    },
  };
}

/** Takes the samples one after the other; true when there is too much to do. */
export function detectOverload(): (sample: Sample) => boolean {
  let inRow = 0;
  return ({ delayMs, busy }) => {
    inRow = delayMs > lateMs && busy > busyShare ? inRow + 1 : 0;
    return inRow >= mostInRow;
  };
}

/** Measures from one call to the next. */
export function measureLoad(): { sample(): Sample } & Disposable {
  // made when it is first needed: it takes 360 kB
  let histogram: ELDHistogram | undefined;
  /** Measuring the delay wakes the process often, so it is left out while there is little to do. */
  let isMeasured = false;
  let at = performance.now();
  let worked = process.threadCpuUsage();
  return {
    sample() {
      const elapsedMs = performance.now() - at;
      const { user, system } = process.threadCpuUsage(worked);
      const busy = (user + system) / 1000 / elapsedMs;
      const sample = { delayMs: isMeasured && histogram ? readDelay(histogram, elapsedMs) : 0, busy };
      at = performance.now();
      worked = process.threadCpuUsage();
      isMeasured = busy > busyShare / 2;
      if (isMeasured) (histogram ??= monitorEventLoopDelay({ resolution: resolutionMs })).enable();
      else histogram?.disable();
      histogram?.reset();
      return sample;
    },
    [Symbol.dispose]: () => void histogram?.disable(),
  };
}

function readDelay({ mean }: ELDHistogram, elapsedMs: number): number {
  // nothing was measured: the loop did not turn once
  return Number.isNaN(mean) ? elapsedMs : mean / 1e6 - resolutionMs;
}
