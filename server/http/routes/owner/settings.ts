// /api/settings, for the owner: what can be changed without a restart.
import type { FastifyInstance } from "fastify";
import { changeSettings, describeSettings, resumeHook } from "#server/setup/change.ts";
import type { Parts } from "#server/parts.ts";
import { requireCurrent, requireFreshSignIn } from "#server/http/door/guard.ts";
import { answer } from "#server/http/door/route.ts";

export function settingsRoutes(app: FastifyInstance, parts: Parts): void {
  answer(app, "getSettings", { who: "owner", limit: "reads" }, async () => describeSettings(parts));

  answer(app, "changeSettings", { who: "owner", limit: "writes" }, async (request) => {
    requireFreshSignIn(request, parts.clock.now());
    const change = await changeSettings(parts, requireCurrent(request).member.id, request.body);
    return { settings: await describeSettings(parts), change };
  });

  answer(app, "resumeWebhook", { who: "owner", limit: "writes" }, async () => {
    await resumeHook(parts);
    return describeSettings(parts);
  });
}
