// /api/user/positions: where a member stopped in each recording, so that another device can continue there.
import type { FastifyInstance, FastifyRequest } from "fastify";
import { audienceOf } from "#server/access/visible.ts";
import { listPositions, savePosition } from "#server/library/positions.ts";
import type { Parts } from "#server/parts.ts";
import { requireCurrent } from "#server/http/door/guard.ts";
import { answer } from "#server/http/door/route.ts";

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
