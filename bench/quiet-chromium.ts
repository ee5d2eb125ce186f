// A Chromium without a test driver. A driver listens to the network, which makes the page's process keep every answer, and
// that memory must not be counted as the page's.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { chromium } from "#scripts/chromium.ts";

interface QuietPage extends AsyncDisposable {
  evaluate(expression: string): Promise<unknown>;
  collectGarbage(): Promise<void>;
  /** Memory used by scripts, in bytes. */
  readHeap(): Promise<number>;
  listRenderers(): Promise<number[]>;
}

export async function openQuietly(url: string, cookies: { name: string; value: string }[]): Promise<QuietPage> {
  await using stack = new AsyncDisposableStack();
  const profile = await mkdtemp(path.join(tmpdir(), "stagedoor-bench-chromium-"));
  stack.defer(() => rm(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }));
  const flags = ["--headless", "--no-sandbox", "--remote-debugging-port=0", `--user-data-dir=${profile}`];
  const process = spawn(chromium(), [...flags, "--autoplay-policy=no-user-gesture-required", "about:blank"], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  stack.defer(async () => {
    if (process.exitCode !== null) return;
    process.kill("SIGTERM");
    await once(process, "exit");
  });
  const socket = new WebSocket(await findAddress(process.stderr));
  await once(socket, "open");
  const waiting = new Map<number, PromiseWithResolvers<Answer>>();
  socket.addEventListener("message", ({ data }) => {
    const { id, ...answer } = JSON.parse(String(data)) as Answer & { id?: number };
    if (id !== undefined) waiting.get(id)?.resolve(answer);
  });
  let last = 0;
  const send = async <T>(method: string, params: object, sessionId?: string): Promise<T> => {
    last += 1;
    const mine = Promise.withResolvers<Answer>();
    waiting.set(last, mine);
    socket.send(JSON.stringify({ id: last, method, params, sessionId }));
    const { result, error } = await mine.promise;
    if (error) throw new Error(`${method}: ${error.message}`);
    return result as T;
  };
  await send("Storage.setCookies", { cookies: cookies.map((cookie) => ({ ...cookie, url })) });
  const { targetId } = await send<{ targetId: string }>("Target.createTarget", { url: "about:blank" });
  const { sessionId } = await send<{ sessionId: string }>("Target.attachToTarget", { targetId, flatten: true });
  // answered when the page is there to be asked, however slowly it came
  await send("Page.navigate", { url }, sessionId);
  const end = stack.move();
  return {
    async evaluate(expression) {
      const asked = { expression, returnByValue: true, awaitPromise: true };
      return (await send<{ result: { value: unknown } }>("Runtime.evaluate", asked, sessionId)).result.value;
    },
    async collectGarbage() {
      await send("HeapProfiler.collectGarbage", {}, sessionId);
    },
    async readHeap() {
      const heap = await send<Record<string, number>>("Runtime.getHeapUsage", {}, sessionId);
      return ["usedSize", "embedderHeapUsedSize", "backingStorageSize"].reduce(
        (sum, name) => sum + (heap[name] ?? 0),
        0,
      );
    },
    async listRenderers() {
      const { processInfo } = await send<{ processInfo: { type: string; id: number }[] }>(
        "SystemInfo.getProcessInfo",
        {},
      );
      return processInfo.filter(({ type }) => type === "renderer").map(({ id }) => id);
    },
    [Symbol.asyncDispose]: () => end.disposeAsync(),
  };
}

interface Answer {
  result?: unknown;
  error?: { message: string };
}

async function findAddress(lines: AsyncIterable<Buffer>): Promise<string> {
  let text = "";
  for await (const piece of lines) {
    text += piece.toString();
    const address = /DevTools listening on (ws:\S+)/.exec(text)?.[1];
    if (address) return address;
  }
  throw new Error(`Chromium did not start:\n${text}`);
}
