// One connection of drain.ts: sends requests, reads the headers of each answer, and lets the kernel discard the body
// (MSG_TRUNC), so that the client's own copying and small reads are not measured.
import { dlopen } from "node:ffi";
import { parentPort } from "node:worker_threads";

export interface Work {
  port: number;
  requests: readonly string[];
  /** The first request to send: each connection begins with another one. */
  start: number;
  seconds: number;
}

export interface Done {
  bytes: number;
  requests: number;
  seconds: number;
  /** How many answers were not 206. */
  wrong: number;
}

const [ipv4, stream, truncate, waitForAll] = [2, 1, 0x20, 0x100];
const { functions: libc } = dlopen("libc.so.6", {
  socket: { arguments: ["i32", "i32", "i32"], return: "i32" },
  connect: { arguments: ["i32", "buffer", "u32"], return: "i32" },
  send: { arguments: ["i32", "buffer", "u64", "i32"], return: "i64" },
  recv: { arguments: ["i32", "buffer", "u64", "i32"], return: "i64" },
  close: { arguments: ["i32"], return: "i32" },
});
const head = Buffer.alloc(4096);

/* oxlint-disable unicorn/require-post-message-target-origin -- that is for windows */
parentPort?.on("message", (work: Work) => parentPort?.postMessage(drain(work)));
parentPort?.postMessage("ready");
/* oxlint-enable unicorn/require-post-message-target-origin */

function drain({ port, requests, start, seconds }: Work): Done {
  const texts = requests.map((text) => Buffer.from(text, "latin1"));
  const done: Done = { bytes: 0, requests: 0, seconds: 0, wrong: 0 };
  const began = performance.now();
  let socket = open(port);
  for (let next = start; performance.now() - began < seconds * 1000; next += 1) {
    const text = texts[next % texts.length] as Buffer;
    libc.send(socket, text, BigInt(text.length), 0);
    const got = Number(libc.recv(socket, head, BigInt(head.length), 0));
    if (got <= 0) {
      // the server closes a connection after a number of requests
      libc.close(socket);
      socket = open(port);
      continue;
    }
    const answer = head.toString("latin1", 0, got);
    const body = answer.indexOf("\r\n\r\n") + 4;
    const length = Number(/content-length: (\d+)/i.exec(answer)?.[1] ?? Number.NaN);
    if (!answer.startsWith("HTTP/1.1 206") || body < 4 || Number.isNaN(length)) {
      done.wrong += 1;
      libc.close(socket);
      socket = open(port);
      continue;
    }
    const rest = length - (got - body);
    const drained = rest > 0 ? Number(libc.recv(socket, head, BigInt(rest), truncate | waitForAll)) : 0;
    if (drained !== rest) throw new Error(`an answer ended after ${drained} of ${rest} bytes`);
    done.bytes += length;
    done.requests += 1;
  }
  libc.close(socket);
  return { ...done, seconds: (performance.now() - began) / 1000 };
}

function open(port: number): number {
  const address = Buffer.from([ipv4, 0, port >> 8, port & 255, 127, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0]);
  const socket = libc.socket(ipv4, stream, 0);
  if (libc.connect(socket, address, address.length) !== 0) throw new Error(`nothing listens on port ${port}`);
  return socket;
}
