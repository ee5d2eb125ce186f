// /api/members, for the owner: all members, what they may do and why; making editors, logging members out and ending their podcast feeds.
import type { FastifyInstance, FastifyRequest } from "fastify";
import { endAddress } from "#server/feed/address.ts";
import { addFeeds } from "#server/feed/own-feed.ts";
import { listMembers } from "#server/member/members.ts";
import { changeMember, endMemberSessions, isOfOwners, type Acting } from "#server/member/roles.ts";
import type { Parts } from "#server/parts.ts";
import { requireCurrent, requireFreshSignIn } from "#server/http/request/guard.ts";
import { answer } from "#server/http/request/route.ts";

export function memberRoutes(app: FastifyInstance, parts: Parts): void {
  const actingIn = (request: Pick<FastifyRequest, "current">): Acting => ({
    memberId: requireCurrent(request).member.id,
  });

  answer(app, "listMembers", { who: "owner", limit: "reads" }, async (request) => {
    const { members, next } = await listMembers(parts, request.query);
    return { members: await addFeeds(parts, members), next };
  });

  answer(app, "changeMember", { who: "owner", limit: "writes" }, async (request) => {
    const { id } = request.params;
    if (request.body.role !== undefined && (await isOfOwners(parts.db, id, request.body)))
      requireFreshSignIn(request, parts.clock.now());
    const changed = await changeMember(parts, actingIn(request), { id, ...request.body });
    const [member] = await addFeeds(parts, [changed.member]);
    return { member: member ?? { ...changed.member, feed: null }, change: changed.change };
  });

  answer(app, "endMemberFeed", { who: "owner", limit: "writes" }, async (request) => {
    await endAddress(parts, { memberId: request.params.id, actorId: actingIn(request).memberId });
    return {};
  });

  answer(app, "endMemberSessions", { who: "owner", limit: "writes" }, async (request) => ({
    ended: await endMemberSessions(parts, actingIn(request), request.params.id),
  }));
}
