// How far a job is, written to its row now and then: a handler may report as often as it likes.
import { inTurn } from "#server/one-at-a-time.ts";

interface ProgressReport {
  fraction: number;
  words: string | null;
}

interface Progress {
  report(fraction: number, words?: string): void;
  /** No more writes after this; waits for the one under way. */
  stop(): Promise<void>;
}

/** Writes the first report at once and then at most one each `everyMs`, always the latest. `write` must not fail. */
export function trackProgress(everyMs: number, write: (report: ProgressReport) => Promise<void>): Progress {
  let latest: ProgressReport | undefined;
  let words: string | null = null;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  const writeInTurn = inTurn();

  const flush = (): void => {
    timer = undefined;
    if (!latest || isStopped) return;
    const report = latest;
    latest = undefined;
    timer = setTimeout(flush, everyMs);
    void writeInTurn(() => write(report));
  };
  return {
    report(fraction, said) {
      words = said ?? words;
      latest = { fraction: Math.min(1, Math.max(0, fraction || 0)), words };
      if (timer === undefined) flush();
    },
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await writeInTurn(async () => undefined);
    },
  };
}
