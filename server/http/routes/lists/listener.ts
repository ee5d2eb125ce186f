// Whose lists a request is about: those of the person who asks, with what that person may see.
import type { FastifyRequest } from "fastify";
import { audienceOf } from "#server/access/visible.ts";
import type { Listener } from "#server/library/lists/list.ts";
import { requireCurrent } from "#server/http/request/guard.ts";

export function listenerOf(request: Pick<FastifyRequest, "current">, now: Date): Listener {
  const { member, permission } = requireCurrent(request);
  return { memberId: member.id, audience: audienceOf(permission), now };
}
