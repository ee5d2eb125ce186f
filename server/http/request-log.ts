// One line per answered request, and its time for the metrics: the route's pattern, never the address with its ids, codes and states.
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { RequestTimes } from "./request-times.ts";

export function registerRequestLog(app: FastifyInstance, times: RequestTimes): void {
  app.addHook("onResponse", (request, reply, done) => {
    const { url, config } = request.routeOptions;
    const line = {
      reqId: request.id,
      method: request.method,
      route: url ?? "none",
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      ...(request.current && { member: request.current.member.id }),
      ...describeMedia(request, reply),
    };
    times.note(config, `${line.method} ${line.route}`, { status: line.status, ms: reply.elapsedTime });
    if (config.limit === "assets") request.log.debug(line, "asset");
    else request.log.info(line, "request");
    done();
  });
}

/** Which file of a video went out and how much of it: a kind is one of a list, never an id. */
function describeMedia({ params }: FastifyRequest, reply: FastifyReply): { kind?: string; bytes?: number } {
  const { kind } = (params ?? {}) as { kind?: string };
  if (kind === undefined || reply.statusCode >= 300) return {};
  return { kind, bytes: Number(reply.getHeader("content-length") ?? 0) };
}
