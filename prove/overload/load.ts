// A load generator: many clients on raw connections, each with its own address behind a trusted proxy.
import { connect, type Socket } from "node:net";

export interface Load {
  /** Answered with 200. */
  good: number;
  /** Answered with 503. */
  shed: number;
  other: number;
  /** No answer: the connection ended, or none came in time. */
  lost: number;
  /** How many requests were really sent per second. */
  sentPerSecond: number;
  goodPerSecond: number;
}

interface LoadOptions {
  port: number;
  seconds: number;
  /** A number of requests at any moment, or started per second whether earlier ones are answered or not. */
  atOnce?: number;
  perSecond?: number;
  /** The most connections at the same time. */
  connections?: number;
}

const patienceMs = 10_000;
/** Every client has its own address, over all loads, so that none reaches the request limits. */
let addresses = 0;

export async function load(options: LoadOptions): Promise<Load> {
  const { port, seconds, atOnce = 0, perSecond = 0, connections: most = 1500 } = options;
  const counts = { good: 0, shed: 0, other: 0, lost: 0 };
  const idle: Socket[] = [];
  let connections = 0;
  let sent = 0;
  let isOver = false;

  const finish = (socket: Socket, what: keyof typeof counts): void => {
    counts[what] += 1;
    if (socket.destroyed) return;
    idle.push(socket);
    if (atOnce > 0) begin();
  };

  const open = (): Socket => {
    connections += 1;
    const socket = connect(port, "127.0.0.1").setEncoding("latin1").setNoDelay();
    let isAsked = false;
    socket.on("asked", () => void (isAsked = true));
    const answered = (what: keyof typeof counts) => {
      if (!isAsked) return;
      isAsked = false;
      socket.setTimeout(0);
      if (what !== "lost") finish(socket, what);
      else counts.lost += 1;
    };
    socket.on("data", (chunk: string) => {
      const status = /^HTTP\/1\.1 (\d{3})/.exec(chunk)?.[1];
      if (status === undefined) return;
      // the server closes a connection after its thousandth request
      if (/^connection: close/im.test(chunk)) socket.destroy();
      answered(status === "200" ? "good" : status === "503" ? "shed" : "other");
    });
    socket.on("timeout", () => socket.destroy());
    socket.on("error", () => {});
    socket.on("close", () => {
      connections -= 1;
      const at = idle.indexOf(socket);
      if (at >= 0) idle.splice(at, 1);
      answered("lost");
      if (atOnce > 0 && !isOver) begin();
    });
    return socket;
  };

  const begin = (): void => {
    if (isOver) return;
    const socket = idle.pop() ?? (connections < most ? open() : undefined);
    if (!socket) return;
    sent += 1;
    socket.emit("asked");
    socket.setTimeout(patienceMs);
    addresses += 1;
    socket.write(request(addresses));
  };

  const began = performance.now();
  const elapsed = () => (performance.now() - began) / 1000;
  for (let n = 0; n < atOnce; n += 1) begin();
  // a machine that is starved may answer nothing in so short a time
  const hasNothing = () => counts.good === 0 && elapsed() < seconds + patienceMs / 1000;
  while (elapsed() < seconds || hasNothing()) {
    const isDue = () => sent < Math.floor(elapsed() * perSecond) && (idle.length > 0 || connections < most);
    while (isDue()) begin();
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  isOver = true;
  const took = elapsed();
  const good = counts.good;
  // requests that were sent in time may still be answered
  const until = performance.now() + patienceMs + 2000;
  while (counts.good + counts.shed + counts.other + counts.lost < sent && performance.now() < until)
    await new Promise((resolve) => setTimeout(resolve, 20));
  for (const socket of [...idle]) socket.destroy();
  return { ...counts, sentPerSecond: sent / took, goodPerSecond: good / took };
}

/** A request that writes: one row and its commit. */
function request(n: number): string {
  const body = '{"return_path":"/"}';
  const address = `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`;
  return `POST /api/auth/csrf-token HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: ${address}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
}
