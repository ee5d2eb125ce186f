// What is not HTTP, or too slow to become a request, gets its answer here, before any route: the same kind of problem as
// everywhere, then the connection ends.
import { randomUUID } from "node:crypto";
import type { Socket } from "node:net";
import type { Config } from "#server/config.ts";
import { Refusal } from "#server/refusal.ts";
import { apiHeaders } from "#server/http/door/headers.ts";
import { describeProblem } from "#server/http/door/problems.ts";

export function refuseNotHttp(config: Config): (error: NodeJS.ErrnoException, socket: Socket) => void {
  const headers = Object.entries({
    ...apiHeaders(config),
    "content-type": "application/problem+json; charset=utf-8",
    connection: "close",
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  return (error, socket) => {
    if (error.code === "ECONNRESET" || !socket.writable) return void socket.destroy();
    // a browser that opened a connection beforehand asks again, on another one
    if (error.code === "ERR_HTTP_REQUEST_TIMEOUT")
      return void socket.end("HTTP/1.1 408 Request Timeout\r\nconnection: close\r\ncontent-length: 0\r\n\r\n");
    const refusal =
      error.code === "HPE_HEADER_OVERFLOW"
        ? new Refusal("too-large", "The request's address and headers are too large.")
        : new Refusal("bad-input", "This is not a request that can be read.");
    const problem = describeProblem(refusal, randomUUID());
    const body = JSON.stringify(problem);
    const length = `content-length: ${Buffer.byteLength(body)}\r\n`;
    socket.end(`HTTP/1.1 ${problem.status} ${problem.title}\r\n${headers.join("")}${length}\r\n${body}`);
  };
}
