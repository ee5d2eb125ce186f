// POST /api/csp-report: browsers say what the page's policy blocked. Logged, cut short, never stored.
import type { FastifyInstance } from "fastify";
import { answer } from "#server/http/door/route.ts";

export function cspReportRoutes(app: FastifyInstance): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "string", bodyLimit: 16_384 }, (_request, body, done) =>
      done(null, body),
    );
    answer(scope, "reportCsp", { who: "anyone", limit: "report" }, async (request, reply) => {
      request.log.warn(
        { reqId: request.id, report: String(request.body).slice(0, 2000) },
        "a browser blocked something on the page",
      );
      return reply.code(204).send();
    });
  });
}
