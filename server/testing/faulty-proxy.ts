// Stands before a real service and makes chosen answers go wrong, over real HTTP.
import { createServer, request as ask, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/**
 * A status: refused without asking the service. "silent": no answer ever. "reset": half of the body, then the connection is
 * gone. "short": half of the body, as if that were all. "flip": one bit of the body is wrong. "flip-sent": of what is sent.
 */
export type Fault = 200 | 500 | 503 | "silent" | "reset" | "short" | "flip" | "flip-sent";

interface FaultyProxy extends AsyncDisposable {
  endpoint: string;
  /** Asked for each request; undefined lets it pass as it is. */
  choose: (request: IncomingMessage) => Fault | undefined;
  /** Those that went wrong, in order. */
  faults: string[];
  /** How many answers are still on their way. */
  open: number;
}

export async function openFaultyProxy(target: string): Promise<FaultyProxy> {
  const { hostname, port } = new URL(target);
  const server = createServer((request, response) => {
    const fault = proxy.choose(request);
    if (fault !== undefined) proxy.faults.push(`${request.method} ${fault}`);
    proxy.open += 1;
    response.once("close", () => (proxy.open -= 1));
    if (fault === "silent") return;
    if (typeof fault === "number") return void request.resume().once("end", () => response.writeHead(fault).end());
    const { method, url, headers } = request;
    // the signature covers the name the client called: it is passed on as it was
    const onward = ask({ hostname, port, method, path: url, headers }, (answer) => pass(answer, response, fault));
    // the service says a word too much after a HEAD that finds nothing
    onward.on("error", () => void (response.writableEnded || response.destroy()));
    response.once("close", () => onward.destroy());
    let isFirst = true;
    request.on("data", (chunk: Buffer) => {
      if (fault === "flip-sent" && isFirst && chunk.length > 0) chunk[0] = (chunk[0] ?? 0) ^ 1;
      isFirst = false;
      if (!onward.write(chunk)) {
        request.pause();
        onward.once("drain", () => request.resume());
      }
    });
    request.on("end", () => onward.end());
  });
  const proxy: FaultyProxy = {
    endpoint: "",
    choose: () => undefined,
    faults: [],
    open: 0,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  proxy.endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return proxy;
}

function pass(answer: IncomingMessage, response: ServerResponse, fault: Fault | undefined): void {
  const length = Number(answer.headers["content-length"] ?? 0);
  const half = Math.floor(length / 2);
  const headers = { ...answer.headers, ...(fault === "short" && { "content-length": String(half) }) };
  response.writeHead(answer.statusCode ?? 502, headers);
  if (response.req.method === "HEAD" && fault === undefined) return void response.end();
  let sent = 0;
  answer.on("data", (chunk: Buffer) => {
    const isCut = fault === "reset" || fault === "short";
    const rest = isCut ? chunk.subarray(0, Math.max(0, half - sent)) : chunk;
    if (fault === "flip" && sent === 0 && rest.length > 0) rest[0] = (rest[0] ?? 0) ^ 1;
    sent += rest.length;
    if (!response.write(rest)) {
      answer.pause();
      response.once("drain", () => answer.resume());
    }
    if (isCut && sent >= half) {
      answer.destroy();
      if (fault === "short") response.end();
      else setTimeout(() => response.destroy(), 50);
    }
  });
  answer.on("end", () => response.end());
  if (response.req.method === "HEAD" && fault === "reset") response.destroy();
}
