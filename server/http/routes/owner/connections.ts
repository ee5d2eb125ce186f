// /api/settings/connections, for the owner: connects Patreon or Twitch again, or adds the second.
import type { FastifyInstance, FastifyRequest } from "fastify";
import {
  changeClient,
  connectAgain,
  describeConnections,
  dropConnection,
  saveConnection,
  type Chosen,
} from "#server/setup/connections.ts";
import type { Parts } from "#server/parts.ts";
import { requireCurrent, requireFreshSignIn } from "#server/http/request/guard.ts";
import { answer } from "#server/http/request/route.ts";

export function connectionRoutes(app: FastifyInstance, parts: Parts): void {
  const write = { who: "owner", limit: "writes" } as const;

  answer(app, "getConnections", { who: "owner", limit: "reads" }, async () => describeConnections(parts));

  answer(app, "changeClient", write, async (request) => {
    requireFreshSignIn(request, parts.clock.now());
    const { client_id: clientId, client_secret: clientSecret } = request.body;
    await changeClient(parts, request.params.provider, { clientId, clientSecret });
    return describeConnections(parts);
  });

  answer(app, "dropConnection", write, async (request) => {
    await dropConnection(parts, request.params.provider);
    return describeConnections(parts);
  });

  answer(app, "connectAgain", write, async (request) => {
    requireFreshSignIn(request, parts.clock.now());
    return { authorize_url: await connectAgain(parts, request.params.provider) };
  });

  const save = async (request: Pick<FastifyRequest, "current">, chosen: Chosen) => {
    requireFreshSignIn(request, parts.clock.now());
    await saveConnection(parts, requireCurrent(request).member.id, chosen);
    return describeConnections(parts);
  };

  answer(app, "saveCampaign", write, async (request) => {
    const { campaign_id: campaignId, tier_ids: tierIds } = request.body;
    return save(request, { provider: "patreon", campaignId, tierIds });
  });

  answer(app, "saveChannel", write, async (request) =>
    save(request, { provider: "twitch", minTier: request.body.min_tier }),
  );
}
