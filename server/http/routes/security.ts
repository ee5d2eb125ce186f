// POST /api/csp-report: browsers say what the page's policy blocked. Logged, cut short, never stored.
import type { FastifyInstance } from "fastify";
import { answer } from "#server/http/request/route.ts";
import type { Parts } from "#server/parts.ts";

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

// /.well-known/security.txt (RFC 9116): whom to tell about a security problem.

const validMs = 180 * 86_400_000;

export function securityTxtRoutes(app: FastifyInstance, parts: Pick<Parts, "config" | "clock">): void {
  const route = { config: { who: "anyone", limit: "reads" }, schema: { hide: true } } as const;
  app.get("/.well-known/security.txt", route, (_request, reply) => {
    const { config, clock } = parts;
    const expires = new Date(clock.now().getTime() + validMs).toISOString().slice(0, 10);
    const lines = [
      `Contact: ${config.securityContact ?? `${config.publicUrl}/`}`,
      `Expires: ${expires}T00:00:00Z`,
      `Canonical: ${config.publicUrl}/.well-known/security.txt`,
      "Preferred-Languages: en",
    ];
    return reply.type("text/plain; charset=utf-8").send(`${lines.join("\n")}\n`);
  });
}
