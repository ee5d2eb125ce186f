// Links to moments, for the members who make them and for the owner.
import type { FastifyInstance } from "fastify";
import { audienceOf } from "#server/access/visible.ts";
import { endMoment, listMoments, listOwnMoments, makeMoment } from "#server/moments/moments.ts";
import { openExcerpts } from "#server/moments/cut-moment.ts";
import type { Parts } from "#server/parts.ts";
import { requireCurrent } from "#server/http/request/guard.ts";
import { answer } from "#server/http/request/route.ts";
import { openMomentRoutes } from "./open-moment.ts";

export function momentRoutes(app: FastifyInstance, parts: Parts): void {
  const findExcerpt = openExcerpts(parts);
  openMomentRoutes(app, parts, findExcerpt);

  answer(app, "makeMoment", { who: "viewer", limit: "writes" }, async (request) => {
    const { member, permission } = requireCurrent(request);
    const whose = { memberId: member.id, audience: audienceOf(permission), videoId: request.params.id };
    return makeMoment(parts, findExcerpt, { ...whose, ...request.body });
  });

  answer(app, "listOwnMoments", { who: "viewer", limit: "reads" }, async (request) => ({
    moments: await listOwnMoments(parts, requireCurrent(request).member.id),
  }));

  answer(app, "listMoments", { who: "owner", limit: "reads" }, async () => ({ moments: await listMoments(parts) }));

  answer(app, "endMoment", { who: "viewer", limit: "writes" }, async (request) => {
    const { member, permission } = requireCurrent(request);
    await endMoment(parts, { id: request.params.id, memberId: member.id, isOwner: permission.isOwner });
    return {};
  });
}
