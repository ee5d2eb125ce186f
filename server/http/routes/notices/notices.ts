// /api/notices, for the owner: what was told, where notices are sent, and a test of each channel.
import type { FastifyInstance } from "fastify";
import { listNotices } from "#server/notices/list.ts";
import { tryChannel } from "#server/notices/try-channel.ts";
import { changeNoticeSettings, describeNoticeSettings } from "#server/setup/notice-settings.ts";
import type { Parts } from "#server/parts.ts";
import { requireCurrent, requireFreshSignIn } from "#server/http/door/guard.ts";
import { answer } from "#server/http/door/route.ts";

export function noticeRoutes(app: FastifyInstance, parts: Parts): void {
  answer(app, "listNotices", { who: "owner", limit: "reads" }, async (request) =>
    listNotices(parts.db, request.query.before),
  );

  answer(app, "getNoticeSettings", { who: "owner", limit: "reads" }, async () => describeNoticeSettings(parts));

  answer(app, "changeNoticeSettings", { who: "owner", limit: "writes" }, async (request) => {
    requireFreshSignIn(request, parts.clock.now());
    return changeNoticeSettings(parts, requireCurrent(request).member.id, request.body);
  });

  answer(app, "tryNotice", { who: "owner", limit: "signIn" }, async (request) =>
    tryChannel(parts, requireCurrent(request).member.id, request.body.channel),
  );
}
