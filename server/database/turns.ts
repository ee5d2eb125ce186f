// Turns at one thing: first come, first served, and nobody waits for ever behind one who does not give it back.
// That one is nearly always `db` used inside a transaction where `trx` was meant.

interface Turns {
  take(): Promise<void>;
  give(): void;
}

export function takeTurns(longestTurnMs = 3000): Turns {
  const waiting: PromiseWithResolvers<void>[] = [];
  let turnBegan: number | undefined;
  let watch: NodeJS.Timeout | undefined;

  const begin = (): void => {
    turnBegan = performance.now();
  };
  const refuseWhenStuck = (): void => {
    if (turnBegan === undefined || performance.now() - turnBegan < longestTurnMs) return;
    for (const { reject } of waiting.splice(0)) reject(new Error(stuck));
    stopWatching();
  };
  const stopWatching = (): void => {
    clearInterval(watch);
    watch = undefined;
  };

  return {
    async take() {
      if (turnBegan === undefined) return begin();
      const turn = Promise.withResolvers<void>();
      waiting.push(turn);
      watch ??= setInterval(refuseWhenStuck, longestTurnMs / 6);
      await turn.promise;
    },
    give() {
      const next = waiting.shift();
      if (waiting.length === 0) stopWatching();
      turnBegan = undefined;
      if (!next) return;
      begin();
      next.resolve();
    },
  };
}

const stuck =
  "A transaction holds the only SQLite connection and does not end. Inside a transaction use `trx`, never `db`, and wait for nothing but the database.";
