// Clients that keep a connection open and send almost nothing.
import { connect, type Socket } from "node:net";

interface Crowd extends Disposable {
  open: number;
  /** How long the longest connection lasted, once all are closed; Infinity if some are still open. */
  waitUntilCut(limitMs: number): Promise<number>;
}

/** Each sends its first bytes, then one byte a second of the rest, and can be told to read nothing. */
export async function gather(
  port: number,
  {
    count,
    first = () => "",
    trickle = "",
    isDeaf = false,
  }: { count: number; first?: (n: number) => string; trickle?: string; isDeaf?: boolean },
): Promise<Crowd> {
  const sockets: Socket[] = [];
  const began = performance.now();
  let cut = 0;
  let mostMs = 0;
  const opened = Array.from({ length: count }, async (_, n) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const socket = connect(port, "127.0.0.1", resolve);
    sockets.push(socket);
    socket.on("error", () => resolve());
    socket.once("close", () => {
      cut += 1;
      mostMs = performance.now() - began;
      resolve();
    });
    if (isDeaf) socket.pause();
    else socket.resume();
    await promise;
    const words = first(n);
    if (words !== "" && !socket.destroyed) socket.write(words);
  });
  await Promise.all(opened);
  let at = 0;
  const timer = setInterval(() => {
    const byte = trickle[at++ % Math.max(1, trickle.length)];
    if (byte !== undefined) for (const socket of sockets) if (!socket.destroyed) socket.write(byte);
  }, 1000);
  return {
    open: count - cut,
    async waitUntilCut(limitMs) {
      const isAnyLeft = () => cut < count;
      while (isAnyLeft() && performance.now() - began < limitMs)
        await new Promise((resolve) => setTimeout(resolve, 50));
      return isAnyLeft() ? Infinity : mostMs;
    },
    [Symbol.dispose]() {
      clearInterval(timer);
      for (const socket of sockets) socket.destroy();
    },
  };
}
