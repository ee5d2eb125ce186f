// /api/guests and /api/invitations, for those who invite; /api/invitation, for those who open a link.
import type { FastifyInstance, FastifyRequest } from "fastify";
import { describeMember } from "#server/member/account.ts";
import { requireInviting, type Inviting } from "#server/member/guests/acting.ts";
import { addGuest, changeGuest } from "#server/member/guests/guests.ts";
import { acceptInvitation, endInvitation, makeInvitation, readInvitation } from "#server/member/guests/invitations.ts";
import { listGuests } from "#server/member/guests/list.ts";
import type { Parts } from "#server/parts.ts";
import { requireCurrent } from "#server/http/request/guard.ts";
import { answer } from "#server/http/request/route.ts";
import type { TellUser } from "#server/http/routes/collections/tell-user.ts";

export function guestRoutes(app: FastifyInstance, parts: Parts, tell: TellUser): void {
  const invitingIn = (request: Pick<FastifyRequest, "current">): Inviting =>
    requireInviting(requireCurrent(request), parts.config);

  answer(app, "listGuests", { who: "editor", limit: "reads" }, async (request) =>
    listGuests(parts.db, { inviting: invitingIn(request), now: parts.clock.now() }),
  );

  answer(app, "addGuest", { who: "editor", limit: "writes" }, async (request) =>
    addGuest(parts, invitingIn(request), request.body),
  );

  answer(app, "changeGuest", { who: "editor", limit: "writes" }, async (request) =>
    changeGuest(parts, invitingIn(request), { id: request.params.id, ...request.body }),
  );

  answer(app, "makeInvitation", { who: "editor", limit: "writes" }, async (request) =>
    makeInvitation(parts, invitingIn(request), request.body),
  );

  answer(app, "endInvitation", { who: "editor", limit: "writes" }, async (request) =>
    endInvitation(parts, invitingIn(request), request.params.id),
  );

  answer(app, "readInvitation", { who: "anyone", limit: "signIn" }, async (request) =>
    readInvitation(parts, request.body.key),
  );

  answer(app, "acceptInvitation", { who: "member", limit: "signIn" }, async (request) => {
    const { member } = requireCurrent(request);
    await acceptInvitation(parts, member, request.body.key);
    return { user: await tell(await describeMember(parts, member.id)) };
  });
}
