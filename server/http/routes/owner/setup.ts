// /api/setup: from the set-up link to an open archive. Only the browser that opened the link; nothing of it afterwards.
import type { FastifyInstance } from "fastify";
import { beginConnect } from "#server/setup/connect.ts";
import { getSetUpLink, openSetUpSession } from "#server/setup/link.ts";
import { openArchive } from "#server/setup/open.ts";
import {
  chooseTiers,
  chooseTwitchTier,
  describeSetUp,
  dropProvider,
  nameArchive,
  setClient,
} from "#server/setup/steps.ts";
import type { Parts } from "#server/parts.ts";
import { setUpCookie } from "#server/http/request/cookies.ts";
import { answer } from "#server/http/request/route.ts";

export function setUpRoutes(app: FastifyInstance, parts: Parts): void {
  const step = { who: "setup", limit: "writes" } as const;

  answer(app, "openSetUp", { who: "anyone", limit: "signIn" }, async (request, reply) => {
    const token = await openSetUpSession(parts, request.body.key);
    const { name, options } = setUpCookie(parts.config);
    reply.setCookie(name, token, options);
    return {};
  });

  answer(app, "getSetUp", { who: "setup", limit: "reads" }, async () => describeSetUp(parts));

  answer(app, "nameArchive", step, async (request) => {
    const { time_zone: timeZone, ...named } = request.body;
    const address = await nameArchive(parts, { ...named, timeZone });
    const isHere = new URL(address).host === request.headers.host;
    // cookies belong to one address
    const move_to = isHere ? null : await getSetUpLink(parts, address);
    return { set_up: await describeSetUp(parts), move_to };
  });

  answer(app, "setClient", step, async (request) => {
    const { client_id: clientId, client_secret: clientSecret } = request.body;
    await setClient(parts, request.params.provider, { clientId, clientSecret });
    return describeSetUp(parts);
  });

  answer(app, "dropProvider", step, async (request) => {
    await dropProvider(parts, request.params.provider);
    return describeSetUp(parts);
  });

  answer(app, "beginConnect", step, async (request) => ({
    authorize_url: await beginConnect(parts, request.params.provider),
  }));

  answer(app, "chooseTiers", step, async (request) => {
    const { campaign_id: campaignId, tier_ids: tierIds } = request.body;
    await chooseTiers(parts, { campaignId, tierIds });
    return describeSetUp(parts);
  });

  answer(app, "chooseTwitchTier", step, async (request) => {
    await chooseTwitchTier(parts, request.body.min_tier);
    return describeSetUp(parts);
  });

  answer(app, "openArchive", step, async (request, reply) => {
    const { name, options } = setUpCookie(parts.config);
    await openArchive(parts, { trashesDemo: request.body.trash_demo });
    reply.clearCookie(name, options);
    return {};
  });
}
