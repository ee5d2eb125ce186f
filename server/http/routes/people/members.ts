// /api/members, for the owner: all members, what they may do and why; making editors and logging members out.
import type { FastifyInstance, FastifyRequest } from "fastify";
import { listMembers } from "#server/member/members.ts";
import { changeMember, endMemberSessions, isOfOwners, type Acting } from "#server/member/roles.ts";
import type { Parts } from "#server/parts.ts";
import { requireCurrent, requireFreshSignIn } from "#server/http/door/guard.ts";
import { answer } from "#server/http/door/route.ts";

export function memberRoutes(app: FastifyInstance, parts: Parts): void {
  const actingIn = (request: Pick<FastifyRequest, "current">): Acting => ({
    memberId: requireCurrent(request).member.id,
  });

  answer(app, "listMembers", { who: "owner", limit: "reads" }, async (request) => listMembers(parts, request.query));

  answer(app, "changeMember", { who: "owner", limit: "writes" }, async (request) => {
    const { id } = request.params;
    if (request.body.role !== undefined && (await isOfOwners(parts.db, id, request.body)))
      requireFreshSignIn(request, parts.clock.now());
    return changeMember(parts, actingIn(request), { id, ...request.body });
  });

  answer(app, "endMemberSessions", { who: "owner", limit: "writes" }, async (request) => ({
    ended: await endMemberSessions(parts, actingIn(request), request.params.id),
  }));
}
