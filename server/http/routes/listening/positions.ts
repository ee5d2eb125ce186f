// /api/user/positions: where a member stopped in each recording, so that another device can continue there.
import type { FastifyInstance, FastifyRequest } from "fastify";
import { audienceOf } from "#server/access/visible.ts";
import { listPositions, savePosition } from "#server/library/positions.ts";
import type { Parts } from "#server/parts.ts";
import { requireCurrent } from "#server/http/door/guard.ts";
import { answer } from "#server/http/door/route.ts";
import { listStillVisible } from "#server/library/saved.ts";

export function positionRoutes(app: FastifyInstance, { db, clock }: Parts): void {
  const ownerOf = (request: Pick<FastifyRequest, "current">) => {
    const { member, session, permission } = requireCurrent(request);
    return { memberId: member.id, sessionId: session.id, audience: audienceOf(permission), now: clock.now() };
  };

  answer(app, "listPositions", { who: "viewer", limit: "reads" }, async (request) => {
    const positions = await listPositions(db, ownerOf(request));
    return {
      positions: positions.map(({ id, seconds, at, isElsewhere }) => ({
        ...{ id, seconds, at: at.toISOString() },
        ...(isElsewhere && { elsewhere: true as const }),
      })),
    };
  });

  answer(app, "savePosition", { who: "viewer", limit: "reads" }, async (request) => {
    const { seconds, at, playing = false } = request.body;
    const position = { id: request.params.id, seconds, at: new Date(at), isPlaying: playing };
    await savePosition(db, ownerOf(request), position);
    return {};
  });
}

/**
 * /api/user/saved: whether recordings that were saved in a browser, for listening without a connection, may stay there.
 */
export function savedRoutes(app: FastifyInstance, parts: Parts): void {
  const { db } = parts;

  answer(app, "checkSaved", { who: "viewer", limit: "reads" }, async (request) => {
    const { offlineDays: days, offlineVideo: video } = parts.config;
    const audience = audienceOf(requireCurrent(request).permission);
    return { ids: days > 0 ? await listStillVisible(db, audience, request.body.ids) : [], days, video };
  });
}
