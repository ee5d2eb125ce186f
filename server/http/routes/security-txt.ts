// /.well-known/security.txt (RFC 9116): whom to tell about a security problem.
import type { FastifyInstance } from "fastify";
import type { Parts } from "#server/parts.ts";

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
