// Answers connections that send no valid HTTP, or are too slow, with the same kind of problem as every route, and closes
// them.
import { randomUUID } from "node:crypto";
import type { Socket } from "node:net";
import type { Config } from "#server/config.ts";
import { Refusal } from "#server/refusal.ts";
import { apiHeaders } from "#server/http/door/headers.ts";
import { describeProblem } from "#server/http/door/problems.ts";
import { words } from "./words.ts";

export function refuseNotHttp(config: Config): (error: NodeJS.ErrnoException, socket: Socket) => void {
  const headers = Object.entries({
    ...apiHeaders(config),
    "content-type": "application/problem+json; charset=utf-8",
    connection: "close",
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  return (error, socket) => {
    if (error.code === "ECONNRESET" || !socket.writable) return void socket.destroy();
    // browsers open connections in advance; they send their request again on another one
    if (error.code === "ERR_HTTP_REQUEST_TIMEOUT")
      return void socket.end("HTTP/1.1 408 Request Timeout\r\nconnection: close\r\ncontent-length: 0\r\n\r\n");
    const refusal =
      error.code === "HPE_HEADER_OVERFLOW"
        ? new Refusal("too-large", words.headersTooLarge)
        : new Refusal("bad-input", words.notHttp);
    const problem = describeProblem(refusal, randomUUID());
    const body = JSON.stringify(problem);
    const length = `content-length: ${Buffer.byteLength(body)}\r\n`;
    socket.end(`HTTP/1.1 ${problem.status} ${problem.title}\r\n${headers.join("")}${length}\r\n${body}`);
  };
}
