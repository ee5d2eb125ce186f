// If several servers share a data folder, one of them watches the folder incoming; when it stops, another takes over.
import path from "node:path";
import { tryHold } from "#server/database/one-server.ts";
import { repeat } from "#server/one-at-a-time.ts";
import { watchIncoming } from "./incoming.ts";
import type { IncomingParts } from "./take.ts";
import type { IncomingWaits } from "./waits.ts";

const usualAskMs = 5000;

export async function watchIncomingInTurn(
  parts: IncomingParts,
  dataDir: string,
  { askMs = usualAskMs, ...waits }: Partial<IncomingWaits> & { askMs?: number } = {},
): Promise<AsyncDisposable> {
  await using stack = new AsyncDisposableStack();
  const begin = async (): Promise<boolean> => {
    const turn = tryHold(dataDir, { name: "incoming.lock", how: "alone" });
    if (!turn) return false;
    kept.use(turn);
    kept.use(await watchIncoming(parts, path.join(dataDir, "incoming"), waits));
    return true;
  };
  const kept = stack.use(new AsyncDisposableStack());
  if (!(await begin())) {
    const ask = async (): Promise<void> => {
      // not awaited: stop() waits for this run
      if (await begin()) void asking.stop();
    };
    const asking = repeat(ask, {
      everyMs: askMs,
      onError: (error) => parts.log.error({ err: error }, "the incoming folder could not be watched"),
    });
    stack.use(asking);
  }
  const all = stack.move();
  return { [Symbol.asyncDispose]: () => all.disposeAsync() };
}
