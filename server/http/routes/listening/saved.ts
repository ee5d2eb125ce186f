// /api/user/saved: whether recordings that were saved in a browser, for listening without a connection, may stay there.
import type { FastifyInstance } from "fastify";
import { audienceOf, watchableBy, type Audience } from "#server/access/visible.ts";
import type { Parts } from "#server/parts.ts";
import { requireCurrent } from "#server/http/door/guard.ts";
import { answer } from "#server/http/door/route.ts";
import type { Database } from "#server/database/open.ts";

export function savedRoutes(app: FastifyInstance, parts: Parts): void {
  const { db } = parts;

  answer(app, "checkSaved", { who: "viewer", limit: "reads" }, async (request) => {
    const { offlineDays: days, offlineVideo: video } = parts.config;
    const audience = audienceOf(requireCurrent(request).permission);
    return { ids: days > 0 ? await listStillVisible(db, audience, request.body.ids) : [], days, video };
  });
}

/** Which of the recordings that a browser has saved a member may still listen to. */
export async function listStillVisible(
  db: Database,
  audience: Audience | null,
  ids: readonly string[],
): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom("video")
    .select("video.id")
    .where("video.id", "in", ids)
    .where(watchableBy(audience))
    .orderBy("video.id")
    .execute();
  return rows.map(({ id }) => id);
}
