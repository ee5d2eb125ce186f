// The server under Fastify. When there is too much to do, calls wait here or are refused: see overload.ts.
import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Logger } from "pino";
import type { Config } from "#server/config.ts";
import { apiHeaders } from "#server/http/request/headers.ts";
import { createRequestQueue } from "./overload.ts";
import { describeProblem, tooBusy } from "#server/http/request/problems.ts";
import type { RequestTimes } from "#server/http/measure/request-times.ts";
import type { FastifyInstance } from "fastify";
import { createServer as createListener } from "node:net";
import { Refusal } from "#server/refusal.ts";
import { words } from "./words.ts";

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

interface Watched {
  config: Config;
  log: Logger;
  times: RequestTimes;
  keepAliveMs?: number;
}

/** For Fastify, which brings the handler. */
export function makeServers(watched: Watched, queue = createRequestQueue()): (handler: Handler) => Server {
  const refuse = refuseAsBusy(watched);
  // a proxy keeps its connections; those of browsers would pile up
  const { keepAliveMs = watched.config.trustedProxies.length > 0 ? 72_000 : 5_000 } = watched;
  return (handler) => {
    const server = createServer({
      headersTimeout: 10_000,
      // covers the whole body, so it must be long enough for a part of a slow upload
      requestTimeout: 300_000,
      keepAliveTimeout: keepAliveMs,
      connectionsCheckingInterval: 5_000,
      maxHeaderSize: 8192,
    });
    server.maxRequestsPerSocket = 1000;
    server.setTimeout(60_000);
    return server.on("request", (request, response) => {
      const begin = () => {
        // requests whose client has gone are skipped
        if (!request.destroyed) handler(request, response);
      };
      if (isCheap(request.url ?? "")) begin();
      else if (!queue.add(begin)) refuse(response);
    });
  };
}

/** The page, media and health checks are cheap to answer, so they do not wait in the queue. */
function isCheap(url: string): boolean {
  // an encoded address reaches the same route, so it must not get past the queue
  if (url.includes("%")) return false;
  return !url.startsWith("/api/") || url.startsWith("/api/media/") || url === "/api/health";
}

function refuseAsBusy({ config, log, times }: Watched): (response: ServerResponse) => void {
  const route = { url: "refused as busy" };
  // one request id for all of them: these requests are not logged one by one
  const body = JSON.stringify(describeProblem(tooBusy(), randomUUID()));
  const headers = Object.entries({
    ...apiHeaders(config),
    "content-type": "application/problem+json; charset=utf-8",
    "content-length": String(body.length),
    "retry-after": "5",
    connection: "close",
  }).flat();
  let count = 0;
  const tell = (): void => {
    log.warn({ count }, "overload: requests were refused as busy");
    count = 0;
  };
  return (response) => {
    times.note(route, { method: "any", status: 503, ms: 0 });
    if (count === 0) setTimeout(tell, 1000).unref();
    count += 1;
    response.writeHead(503, headers).end(body, "latin1");
  };
}

// Checks that the port is free before the start, and lets open requests finish before the server stops.

/** Called before anything is written: a port in use is the most common reason why a start fails. */
export async function requireFreePort({ host, port }: Pick<Config, "host" | "port">): Promise<void> {
  const probe = createListener();
  await new Promise<void>((resolve, reject) => {
    probe.once("error", (cause: NodeJS.ErrnoException) => {
      const sentence =
        cause.code === "EADDRINUSE" ? words.portInUse(port) : words.cannotListen(`${host}:${port}`, cause.code);
      reject(new Refusal("cannot-start", sentence, { cause }));
    });
    probe.listen(port, host, () => probe.close(() => resolve()));
  });
}

const longestGoodbyeMs = 20_000;

/** A long download would keep the server running for an hour: its connection is cut after a while, and the player resumes. */
export async function closeServer(app: FastifyInstance): Promise<void> {
  const cut = setTimeout(() => app.server.closeAllConnections(), longestGoodbyeMs);
  await app.close();
  clearTimeout(cut);
}
