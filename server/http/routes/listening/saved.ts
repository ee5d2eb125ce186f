// /api/user/saved: whether recordings that were saved in a browser, for listening without a connection, may stay there.
import type { FastifyInstance } from "fastify";
import { audienceOf } from "#server/access/visible.ts";
import { listStillVisible } from "#server/library/saved.ts";
import type { Parts } from "#server/parts.ts";
import { requireCurrent } from "#server/http/door/guard.ts";
import { answer } from "#server/http/door/route.ts";

export function savedRoutes(app: FastifyInstance, parts: Parts): void {
  const { db } = parts;

  answer(app, "checkSaved", { who: "viewer", limit: "reads" }, async (request) => {
    const { offlineDays: days, offlineVideo: video } = parts.config;
    const audience = audienceOf(requireCurrent(request).permission);
    return { ids: days > 0 ? await listStillVisible(db, audience, request.body.ids) : [], days, video };
  });
}
