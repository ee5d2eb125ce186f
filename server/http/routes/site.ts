// GET /api/site: what anyone may ask.
import type { FastifyInstance } from "fastify";
import type { Parts } from "#server/parts.ts";
import { answer } from "#server/http/door/route.ts";

export function siteRoutes(app: FastifyInstance, { config }: Parts): void {
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
}
