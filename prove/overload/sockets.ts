// Clients that keep a connection and do next to nothing with it.
import { connect, type Socket } from "node:net";

export interface Crowd extends Disposable {
  open: number;
  /** How long the one that was kept longest was kept, once all are closed; or Infinity when some still are. */
  waitUntilCut(limitMs: number): Promise<number>;
}

/** Each says its first words, then one byte a second of the rest, and reads nothing if it is told so. */
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
