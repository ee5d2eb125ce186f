// GET /api/health: whether this server is alive, and whether requests should be sent to it.
// While stopping it reports that it is not ready, still answers requests, and closes each connection afterwards.
import { sql } from "kysely";
import type { FastifyInstance } from "fastify";
import type { Parts } from "#server/parts.ts";
import { mayReadMetrics } from "#server/http/measure/metrics-access.ts";
import { answer } from "#server/http/door/route.ts";

export function healthRoutes(
  app: FastifyInstance,
  { config, db, log, media }: Parts,
  isDraining: () => boolean = () => false,
): void {
  app.addHook("onRequest", (_request, reply, done) => {
    if (isDraining()) reply.header("connection", "close");
    done();
  });

  answer(app, "getHealth", { who: "anyone", limit: "reads" }, async (request, reply) => {
    const answers = await sql`select 1`.execute(db).then(
      () => true,
      (error: unknown) => {
        log.error({ err: error }, "the database does not answer");
        return false;
      },
    );
    const ready = answers && !isDraining();
    if (!ready) reply.code(503);
    const { hasBubblewrap, hasPrlimit } = media.tools.walls;
    return {
      live: true,
      ready,
      ...(mayReadMetrics(request, config) && ({ sandbox: hasBubblewrap && hasPrlimit ? "full" : "degraded" } as const)),
    };
  });
}
