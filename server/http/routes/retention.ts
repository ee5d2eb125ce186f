// /api/retention: the cleanup rule, what it deletes next, and how the owner changes it.
import type { FastifyInstance } from "fastify";
import { changeRetention, describeRetention, previewRetention } from "#server/cleanup/rule.ts";
import type { Parts } from "#server/parts.ts";
import { requireCurrent, requireFreshSignIn } from "#server/http/door/guard.ts";
import { answer } from "#server/http/door/route.ts";

export function retentionRoutes(app: FastifyInstance, { db, clock }: Parts): void {
  answer(app, "getRetention", { who: "editor", limit: "reads" }, async () => describeRetention(db, clock.now()));

  answer(app, "previewRetention", { who: "editor", limit: "reads" }, async (request) =>
    previewRetention(db, request.body.rule, clock.now()),
  );

  answer(app, "changeRetention", { who: "owner", limit: "writes" }, async (request) => {
    const now = clock.now();
    requireFreshSignIn(request, now);
    const { rule, revision, confirmed_total: confirmedTotal } = request.body;
    return changeRetention(
      db,
      { memberId: requireCurrent(request).member.id, now },
      { rule, revision, confirmedTotal },
    );
  });
}
