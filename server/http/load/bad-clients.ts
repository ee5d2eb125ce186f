// Answers connections that send no valid HTTP, or are too slow, with the same kind of problem as every route, and closes
// them.
import { randomUUID } from "node:crypto";
import type { Socket } from "node:net";
import type { Config } from "#server/config.ts";
import { Refusal } from "#server/refusal.ts";
import { apiHeaders } from "#server/http/request/headers.ts";
import { describeProblem } from "#server/http/request/problems.ts";
import { words } from "./words.ts";
import type { FastifyInstance } from "fastify";

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

// Closes connections whose request body arrives too slowly; otherwise they would stay open for as long as the largest
// upload may take. Uploads have a time limit of their own.

const largestSmall = 2 ** 20;

export function registerPatience(app: FastifyInstance, arrivalMs = 20_000): void {
  app.addHook("onRequest", (request, reply, done) => {
    const { raw, headers } = request;
    if (headers["content-length"] !== undefined || headers["transfer-encoding"] !== undefined) {
      const timer = setTimeout(() => {
        // a client whose upload was refused at once may still be sending
        const isUpload = (request.routeOptions.bodyLimit ?? 0) > largestSmall && !reply.raw.writableEnded;
        if (!raw.complete && !isUpload) raw.destroy();
      }, arrivalMs);
      raw.once("close", () => clearTimeout(timer));
    }
    done();
  });
}
