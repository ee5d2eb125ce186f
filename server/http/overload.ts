// When there is more to do than can be done. In one turn of the event loop, requests are begun for two milliseconds; the
// rest stands in a row and goes on in the next turns, so that between them the server lets in who knocks, and sends what
// others watch. The row is short: who comes when it is full is refused as busy, at once and for next to nothing, instead
// of waiting for an answer nobody waits for any more.
const turnMs = 2;
const mostInTurn = 16;
const mostWaiting = 500;

export interface Row {
  /** Begins now or in its turn; false when there is no room to wait. */
  add(begin: () => void): boolean;
}

export function formRow(now: () => number = () => performance.now(), nextTurn: (run: () => void) => void = setImmediate): Row {
  const waiting: (() => void)[] = [];
  let turnBegan: number | undefined;

  const hasTime = (): boolean => {
    if (turnBegan === undefined) {
      turnBegan = now();
      nextTurn(endTurn);
    }
    return now() - turnBegan < turnMs;
  };
  const endTurn = (): void => {
    turnBegan = undefined;
    if (waiting.length === 0) return;
    hasTime();
    // one by one: what a request does at once, it does when this call has returned
    for (let n = Math.min(mostInTurn, waiting.length); n > 0; n -= 1) nextTurn(goOn);
  };
  const goOn = (): void => {
    if (hasTime()) waiting.shift()?.();
  };

  return {
    add(begin) {
      if (waiting.length === 0 && hasTime()) begin();
      else if (waiting.length < mostWaiting) waiting.push(begin);
      else return false;
      return true;
    },
  };
}
