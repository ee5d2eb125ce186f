// /api/user/positions: where a member stopped in each recording, so that another device can continue there; and what they heard.
import type { FastifyInstance, FastifyRequest } from "fastify";
import { audienceOf } from "#server/access/visible.ts";
import { listPositions } from "#server/library/positions.ts";
import type { Parts } from "#server/parts.ts";
import { requireCurrent } from "#server/http/request/guard.ts";
import { answer } from "#server/http/request/route.ts";
import { listStillVisible, getVideo } from "#server/library/video.ts";
import { openReports } from "#server/listening/count.ts";

export function positionRoutes(app: FastifyInstance, parts: Parts): void {
  const { db, clock } = parts;
  const report = openReports(parts);
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
    const { memberId, sessionId, audience } = ownerOf(request);
    const { seconds, at, playing: isPlaying = false, heard = [] } = request.body;
    const video = await getVideo(db, audience, request.params.id);
    const stopped = seconds === undefined || at === undefined ? null : { seconds, at: new Date(at), isPlaying };
    await report({ memberId, sessionId, video, stopped, heard });
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
