// One line per answered request: the route's pattern, never the address with its ids, codes and states.
import type { FastifyInstance } from "fastify";

export function registerRequestLog(app: FastifyInstance): void {
  app.addHook("onResponse", (request, reply, done) => {
    const { url, config } = request.routeOptions;
    const line = {
      method: request.method,
      route: url ?? "none",
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      ...(request.current && { member: request.current.member.id }),
    };
    if (config.limit === "assets") request.log.debug(line, "asset");
    else request.log.info(line, "request");
    done();
  });
}
