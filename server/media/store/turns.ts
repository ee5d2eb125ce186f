// How many may work at a time; the others wait in line, and one that is no longer wanted leaves it.

export interface Turns {
  take(signal?: AbortSignal): Promise<Disposable>;
}

export function openTurns(atMost: number): Turns {
  const waiting: (() => void)[] = [];
  let busy = 0;
  const give = (): Disposable => {
    let isGiven = true;
    return {
      [Symbol.dispose]() {
        if (!isGiven) return;
        isGiven = false;
        const next = waiting.shift();
        if (next) next();
        else busy -= 1;
      },
    };
  };
  return {
    async take(signal) {
      signal?.throwIfAborted();
      if (busy < atMost) {
        busy += 1;
        return give();
      }
      await new Promise<void>((resolve, reject) => {
        const enter = () => {
          signal?.removeEventListener("abort", leave);
          resolve();
        };
        const leave = () => {
          waiting.splice(waiting.indexOf(enter), 1);
          reject(signal?.reason as Error);
        };
        waiting.push(enter);
        signal?.addEventListener("abort", leave, { once: true });
      });
      return give();
    },
  };
}
