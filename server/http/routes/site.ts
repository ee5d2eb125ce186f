// What anyone may ask: /api/site, the privacy page, and the pictures of the archive itself.
import type { FastifyInstance } from "fastify";
import type { Site } from "#contract/site.ts";
import { ownVersion, type Config } from "#server/config.ts";
import type { Parts } from "#server/parts.ts";
import { Refusal } from "#server/refusal.ts";
import { findPicture, pictureFolder } from "#server/setup/look/addresses.ts";
import { describeForVisitors } from "#server/setup/look/for-visitors.ts";
import { answer } from "#server/http/request/route.ts";
import { words } from "#server/http/request/words.ts";

export function siteRoutes(app: FastifyInstance, parts: Parts): void {
  answer(app, "getSite", { who: "anyone", limit: "reads" }, async () => describeSite(parts.config));

  answer(app, "getPrivacy", { who: "anyone", limit: "reads" }, async () => {
    const text = parts.config.look.privacyText;
    if (text === null) throw new Refusal("not-found", words.nothingHere);
    return { text, heard_days: parts.config.heardDays };
  });

  // each address is of one picture for good
  const route = { config: { who: "anyone", limit: "assets" }, schema: { hide: true } } as const;
  app.get(`${pictureFolder}/:id/:name`, route, async (request, reply) => {
    const picture = await findPicture(parts.db, parts.config.look, request.params as { id: string; name: string });
    if (!picture) throw new Refusal("not-found", words.nothingHere);
    reply.header("cache-control", "public, max-age=31536000, immutable").removeHeader("vary");
    return reply.type(picture.type).send(picture.bytes);
  });
}

function describeSite({ name, demo, patreon, twitch, look, offlineDays, offlineVideo }: Config): Site {
  return {
    name,
    version: ownVersion,
    ...describeForVisitors(look),
    ...(offlineDays > 0 && { offline_days: offlineDays }),
    ...(offlineVideo && { offline_video: true }),
    demo,
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
  };
}
