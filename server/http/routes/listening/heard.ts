// What is heard: a member's own history at /api/user/heard, the figures for editors at /api/studio/heard, and the curve over a
// recording. What players report comes with the position.
import type { FastifyInstance, FastifyRequest } from "fastify";
import { audienceOf } from "#server/access/visible.ts";
import { getVideo } from "#server/library/video.ts";
import { readCurve, readFigures, writeTable } from "#server/listening/figures.ts";
import { forgetHistory, keepHistory, listHistory, readYear } from "#server/listening/history.ts";
import type { Parts } from "#server/parts.ts";
import { requireCurrent } from "#server/http/request/guard.ts";
import { answer } from "#server/http/request/route.ts";
import { nameAttachment } from "#server/http/routes/media/attachment.ts";

export function heardRoutes(app: FastifyInstance, parts: Parts): void {
  const { db, clock } = parts;
  const whose = (request: Pick<FastifyRequest, "current">) => {
    const { member, permission } = requireCurrent(request);
    return { memberId: member.id, audience: audienceOf(permission) };
  };

  // also for those who have lost access: it is theirs
  answer(app, "listHeard", { who: "member", limit: "reads" }, async (request) =>
    listHistory(db, whose(request), request.query),
  );

  answer(app, "keepHeard", { who: "member", limit: "writes" }, async (request) => {
    await keepHistory(db, whose(request).memberId, request.body.keeps);
    return {};
  });

  answer(app, "forgetHeard", { who: "member", limit: "writes" }, async (request) => {
    await forgetHistory(db, whose(request).memberId, request.params);
    return {};
  });

  answer(app, "clearHeard", { who: "member", limit: "writes" }, async (request) => {
    await forgetHistory(db, whose(request).memberId);
    return {};
  });

  answer(app, "getHeardYear", { who: "member", limit: "reads" }, async (request) =>
    readYear(db, whose(request), request.params.year),
  );

  answer(app, "getHeardCurve", { who: "viewer", limit: "reads" }, async (request) => {
    const { id } = await getVideo(db, whose(request).audience, request.params.id);
    return { parts: await readCurve(db, id) };
  });

  answer(app, "getHeardFigures", { who: "editor", limit: "reads" }, async (request) =>
    readFigures(db, { days: Number(request.query.days), now: clock.now(), keepDays: parts.config.heardDays }),
  );

  answer(app, "exportHeard", { who: "editor", limit: "reads" }, async (request, reply) => {
    const text = await writeTable(db, { days: Number(request.query.days), now: clock.now() });
    return reply
      .type("text/csv; charset=utf-8")
      .header("content-disposition", nameAttachment("heard", "csv"))
      .send(text);
  });
}
