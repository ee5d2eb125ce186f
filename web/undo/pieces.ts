// Does the same with many things, so many in each request. Each request is whole, so what was done before a failure stays done.
import { ApiProblem } from "#web/api.ts";

/** How many one request may name. */
const mostAtOnce = 200;
const [pauseMs, mostPauses] = [5000, 30];

/** `tell` is told how many are done. */
export async function inPieces<T>(
  all: readonly T[],
  send: (piece: T[]) => Promise<unknown>,
  tell: (done: number) => void = () => undefined,
): Promise<void> {
  for (let done = 0; done < all.length; done = Math.min(done + mostAtOnce, all.length), tell(done))
    await patiently(() => send(all.slice(done, done + mostAtOnce)));
}

/** Who does very much in one minute, or comes while the server is busy, is asked to wait: this goes on by itself then. */
async function patiently(send: () => Promise<unknown>): Promise<void> {
  for (let pauses = 0; ; pauses += 1)
    try {
      await send();
      return;
    } catch (problem) {
      const isToWait = problem instanceof ApiProblem && ["too-many-requests", "busy"].includes(problem.code);
      if (!isToWait || pauses === mostPauses) throw problem;
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
}
