// GET /api/site and GET /api/health: what anyone may ask.
import { sql } from "kysely";
import type { FastifyInstance } from "fastify";
import type { Parts } from "#server/parts.ts";
import { answer } from "./route.ts";

export function siteRoutes(app: FastifyInstance, { config, db, log }: Parts): void {
  const { patreon, twitch } = config;
  answer(app, "getSite", { who: "anyone", limit: "reads" }, async () => ({
    name: config.name,
    demo: config.demo,
    patreon: patreon && {
      client_id: patreon.clientId,
      authorize_url: `${patreon.origin}/oauth2/authorize`,
      redirect_uri: patreon.redirectUri,
    },
    twitch: twitch && {
      client_id: twitch.clientId,
      authorize_url: `${twitch.idOrigin}/oauth2/authorize`,
      redirect_uri: twitch.redirectUri,
    },
  }));

  answer(app, "getHealth", { who: "anyone", limit: "reads" }, async (_request, reply) => {
    const ready = await sql`select 1`.execute(db).then(
      () => true,
      (error: unknown) => {
        log.error({ err: error }, "the database does not answer");
        return false;
      },
    );
    if (!ready) reply.code(503);
    return { live: true, ready };
  });
}
