// /api/video/trash: editors move recordings to the trash and restore them, the owner deletes them for good.
import type { FastifyInstance, FastifyRequest } from "fastify";
import { purge } from "#server/cleanup/purge.ts";
import { listTrash, moveMany, restoreVideo, trashVideo } from "#server/cleanup/trash.ts";
import type { Editor } from "#server/library/edit.ts";
import { describeVideo } from "#server/library/video.ts";
import type { Parts } from "#server/parts.ts";
import { requireCurrent, requireFreshSignIn } from "#server/http/request/guard.ts";
import { answer } from "#server/http/request/route.ts";
import { createStorageReport } from "#server/work/storage-report.ts";
import { changeRetention, describeRetention, previewRetention } from "#server/cleanup/rule.ts";

export function trashRoutes(app: FastifyInstance, parts: Parts): void {
  const { db, clock } = parts;
  const editorOf = (request: Pick<FastifyRequest, "current">): Editor => ({
    memberId: requireCurrent(request).member.id,
    now: clock.now(),
  });

  answer(app, "trashVideo", { who: "editor", limit: "writes" }, async (request) =>
    trashVideo(db, editorOf(request), request.params.id),
  );

  answer(app, "restoreVideo", { who: "editor", limit: "writes" }, async (request) => {
    const { row, change } = await restoreVideo(db, editorOf(request), request.params.id);
    return { video: describeVideo(row), change };
  });

  answer(app, "moveMany", { who: "editor", limit: "writes" }, async (request) =>
    moveMany(db, editorOf(request), request.body),
  );

  answer(app, "purgeVideo", { who: "owner", limit: "writes" }, async (request) => {
    requireFreshSignIn(request, clock.now());
    await purge(parts, request.params.id, editorOf(request));
    return {};
  });

  answer(app, "listTrash", { who: "editor", limit: "reads" }, async () => ({ videos: await listTrash(db) }));
}

/** /api/studio/storage: how much space the archive's files use, and how much is free. */
export function storageRoutes(app: FastifyInstance, parts: Parts): void {
  const report = createStorageReport(parts);
  answer(app, "getStorage", { who: "editor", limit: "reads" }, () => report());
}

/** /api/retention: the cleanup rule, what it deletes next, and how the owner changes it. */
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
