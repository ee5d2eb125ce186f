// When there is more to do than can be done. Requests are begun as they come, until a turn of the event loop has become
// long; then the others stand in a row, and short turns follow, each with a few of them. Between two turns the server lets
// in who knocks (one each time, so turns must be short) and sends what others watch. The row is short too, because an
// answer that comes late is asked for again: who finds it full is refused as busy, and comes in again behind those who knock.
const longTurnMs = 20;
const shortTurnMs = 2;
const mostInTurn = 16;
const mostWaiting = 500;
/** More than a few are too many when they wait for so long: a slow machine alone is not overloaded. */
const fewWaiting = 50;
const longWaitMs = 250;

export interface Row {
  /** Begins now or in its turn; false when the row is full, or moves too slowly. */
  add(begin: () => void): boolean;
}

interface Waiting {
  begin: () => void;
  since: number;
}

type NextTurn = (run: () => void) => void;

export function formRow(now: () => number = () => performance.now(), nextTurn: NextTurn = setImmediate): Row {
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
    // one by one: most of what a request does, it does after this call has returned
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
