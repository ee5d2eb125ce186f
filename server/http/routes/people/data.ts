// What the archive knows about a member, and deleting the account: by the member, or by the owner for them.
import type { FastifyInstance } from "fastify";
import type { MyData } from "#contract/my-data.ts";
import type { Permission } from "#server/access/permission.ts";
import { audienceOf } from "#server/access/visible.ts";
import { exportEntries } from "#server/history/member-entries.ts";
import { exportListening, keepVisible } from "#server/library/export-member.ts";
import { exportHistory } from "#server/listening/history.ts";
import { deleteAccount } from "#server/member/leaving/delete.ts";
import { exportAccount } from "#server/member/leaving/export.ts";
import { exportMoments } from "#server/moments/moments.ts";
import type { Parts } from "#server/parts.ts";
import { Refusal } from "#server/refusal.ts";
import { sessionCookie } from "#server/http/request/cookies.ts";
import { requireCurrent, requireFreshSignIn } from "#server/http/request/guard.ts";
import { answer } from "#server/http/request/route.ts";
import { words } from "#server/http/routes/words.ts";

export function dataRoutes(app: FastifyInstance, parts: Parts): void {
  const { db, clock } = parts;

  const readData = async (memberId: string, reader: Permission): Promise<MyData> => {
    const audience = audienceOf(reader);
    const { changes, log } = await exportEntries(db, memberId);
    const ids = [...new Set(changes.flatMap(({ video_id }) => video_id ?? []))];
    const seen = await keepVisible(db, audience, ids);
    return {
      made_at: clock.now().toISOString(),
      ...(await exportAccount(parts, memberId)),
      ...(await exportListening(db, { memberId, audience })),
      ...(await exportMoments(db, { memberId, audience })),
      changes: changes.map(({ video_id, ...change }) => ({
        ...change,
        video_id: video_id !== null && seen.has(video_id) ? video_id : null,
      })),
      log,
    };
  };

  answer(app, "getMyData", { who: "member", limit: "writes" }, async (request) => {
    const { member, permission } = requireCurrent(request);
    const whose = { memberId: member.id, audience: audienceOf(permission) };
    return { ...(await readData(member.id, permission)), ...(await exportHistory(db, whose)) };
  });

  answer(app, "deleteAccount", { who: "member", limit: "writes" }, async (request, reply) => {
    requireFreshSignIn(request, clock.now());
    await deleteAccount(parts, { memberId: requireCurrent(request).member.id, actorId: null });
    const { name, options } = sessionCookie(parts.config);
    reply.clearCookie(name, options).header("clear-site-data", '"cache"');
    return {};
  });

  answer(app, "getMemberData", { who: "owner", limit: "writes" }, async (request) =>
    // without the listening history, which only they read
    readData(request.params.id, requireCurrent(request).permission),
  );

  answer(app, "deleteMember", { who: "owner", limit: "writes" }, async (request) => {
    requireFreshSignIn(request, clock.now());
    const { id } = request.params;
    const actorId = requireCurrent(request).member.id;
    if (id === actorId) throw new Refusal("conflict", words.ownAccount);
    await deleteAccount(parts, { memberId: id, actorId });
    return {};
  });
}
