// The overload queue. Requests start at once until a turn of the event loop takes too long; the others then wait and are
// started a few per turn. Turns must be short, because only one new connection is accepted between two turns. The queue
// is short, because clients repeat requests that are answered late: when it is full, requests are refused as busy.
const longTurnMs = 20;
const shortTurnMs = 2;
const mostInTurn = 16;
const mostWaiting = 500;
/** When the first has waited this long, the queue is full with only a few: a slow machine alone is not overloaded. */
const fewWaiting = 50;
const longWaitMs = 250;

export interface RequestQueue {
  /** Starts now or later; false when the queue is full or too slow. */
  add(begin: () => void): boolean;
}

interface Waiting {
  begin: () => void;
  since: number;
}

type NextTurn = (run: () => void) => void;

export function createRequestQueue(
  now: () => number = () => performance.now(),
  nextTurn: NextTurn = setImmediate,
): RequestQueue {
  const waiting: Waiting[] = [];
  let turnBegan: number | undefined;

  const tellTurn = (at: number): number => {
    if (turnBegan === undefined) {
      turnBegan = at;
      nextTurn(endTurn);
    }
    return at - turnBegan;
  };
  const endTurn = (): void => {
    turnBegan = undefined;
    if (waiting.length === 0) return;
    tellTurn(now());
    // one by one: a request does most of its work after this call has returned
    for (let n = Math.min(mostInTurn, waiting.length); n > 0; n -= 1) nextTurn(goOn);
  };
  const isFull = (at: number): boolean => {
    const [first] = waiting;
    const isSlow = first !== undefined && at - first.since >= longWaitMs;
    return waiting.length >= (isSlow ? fewWaiting : mostWaiting);
  };
  const goOn = (): void => {
    if (tellTurn(now()) < shortTurnMs) waiting.shift()?.begin();
  };

  return {
    add(begin) {
      const at = now();
      if (waiting.length === 0 && tellTurn(at) < longTurnMs) begin();
      else if (isFull(at)) return false;
      else waiting.push({ begin, since: at });
      return true;
    },
  };
}
