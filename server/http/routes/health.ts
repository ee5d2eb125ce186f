// GET /api/health: whether this server is alive, and whether requests should be sent to it, or jobs can be done by it.
// While stopping it reports that it is not ready, still answers requests, and closes each connection afterwards.
import { sql } from "kysely";
import type { FastifyInstance } from "fastify";
import { checkSandbox } from "#server/checkup/machine.ts";
import type { Parts } from "#server/parts.ts";
import { mayReadMetrics } from "#server/http/measure/metrics-access.ts";
import { answer } from "#server/http/request/route.ts";

export function healthRoutes(
  app: FastifyInstance,
  { config, db, log, media }: Parts,
  { isDraining = () => false, isForMachinesOnly = false }: { isDraining?: () => boolean; isForMachinesOnly?: boolean },
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
    // as last seen: who asks has a few seconds, and a storage that does not answer may take longer. Members can still read the
    // library without it, but a worker can do nothing
    void media.store.health.check();
    const isStorageThere = media.store.health.outage === null;
    const ready = answers && !isDraining() && (isStorageThere || !isForMachinesOnly);
    if (!ready) reply.code(503);
    const sandbox = checkSandbox({ media });
    return {
      live: true,
      ready,
      ...(mayReadMetrics(request, config) &&
        ({
          ...(sandbox.state === "good"
            ? { sandbox: "full" as const }
            : { sandbox: "degraded" as const, sandbox_fault: sandbox.sentence }),
          storage: isStorageThere ? "answers" : "away",
        } as const)),
    };
  });
}
