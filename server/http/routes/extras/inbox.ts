// /api/studio/inbox: what came in and wants a look, and what editors do with many of it at once.
import type { FastifyInstance, FastifyRequest } from "fastify";
import { openDoubles } from "#server/intake/inbox/doubles.ts";
import { editInbox, markLooked } from "#server/intake/inbox/change.ts";
import { listInbox } from "#server/intake/inbox/list.ts";
import type { Editor } from "#server/library/edit.ts";
import type { Parts } from "#server/parts.ts";
import { requireCurrent } from "#server/http/request/guard.ts";
import { answer } from "#server/http/request/route.ts";
import path from "node:path";
import { readIncoming } from "#server/intake/incoming/report.ts";

/** 500 recordings with descriptions. */
const mostBytes = 8 * 2 ** 20;

export function inboxRoutes(app: FastifyInstance, { db, clock }: Parts): void {
  const editorOf = (request: Pick<FastifyRequest, "current">): Editor => ({
    memberId: requireCurrent(request).member.id,
    now: clock.now(),
  });

  const doubles = openDoubles(db);

  answer(app, "getInbox", { who: "editor", limit: "reads" }, async () => listInbox(db, doubles));

  answer(app, "editInbox", { who: "editor", limit: "writes", bodyLimit: mostBytes }, async (request) => ({
    changes: await editInbox(db, editorOf(request), request.body.edits),
  }));

  answer(app, "finishInbox", { who: "editor", limit: "writes" }, async (request) => ({
    changes: await markLooked(db, editorOf(request), request.body),
  }));
}

/** /api/studio/incoming: which files in the folder incoming were not added, and why. */
export function incomingRoutes(app: FastifyInstance, { config }: Parts): void {
  const folder = path.join(config.dataDir, "incoming");
  answer(app, "getIncoming", { who: "editor", limit: "reads" }, () => readIncoming(folder));
}
