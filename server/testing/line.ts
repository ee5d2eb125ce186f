// A TCP line to a real service that a test can cut: nothing answers at its end any more, or nothing moves on it.
import { connect, createServer, type Socket } from "node:net";
import type { AddressInfo } from "node:net";

export interface Line extends AsyncDisposable {
  readonly port: number;
  /** The service's own address, by this line. */
  readonly url: string;
  /** "refused": what is open is reset, and nobody listens. "silent": connections stay, and no byte moves. */
  cut(how: "refused" | "silent"): Promise<void>;
  mend(): Promise<void>;
}

export async function openLine(target: string): Promise<Line> {
  const to = new URL(target);
  const sockets = new Set<Socket>();
  let isSilent = false;
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
    socket.on("error", () => {});
  };
  const server = createServer((near) => {
    keep(near);
    if (isSilent) return;
    const far = connect(Number(to.port), to.hostname);
    keep(far);
    near.pipe(far).pipe(near);
    near.once("close", () => far.destroy());
    far.once("close", () => near.destroy());
  });
  const listen = (port: number) =>
    new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      server.listen(port, "127.0.0.1", resolve);
    });
  const close = async () => {
    for (const socket of sockets) socket.resetAndDestroy();
    if (server.listening) await new Promise((resolve) => server.close(resolve));
  };
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const by = new URL(target);
  by.hostname = "127.0.0.1";
  by.port = String(port);
  return {
    port,
    url: target.endsWith("/") ? by.href : by.href.replace(/\/$/, ""),
    async cut(how) {
      if (how === "refused") return close();
      isSilent = true;
      for (const socket of sockets) socket.unpipe().pause();
    },
    async mend() {
      isSilent = false;
      // what was silent does not come alive again
      for (const socket of sockets) socket.resetAndDestroy();
      if (!server.listening) await listen(port);
    },
    [Symbol.asyncDispose]: close,
  };
}
