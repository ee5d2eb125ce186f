// /api/studio/live: stream keys, and what arrives from encoders.
import type { FastifyInstance } from "fastify";
import { endBroadcast, readLive } from "#server/live/broadcasts.ts";
import { changeKey, deleteKey, makeKey, resetKey } from "#server/live/keys.ts";
import type { Parts } from "#server/parts.ts";
import { requireCurrent } from "#server/http/request/guard.ts";
import { answer } from "#server/http/request/route.ts";

export function liveRoutes(app: FastifyInstance, parts: Parts): void {
  answer(app, "getLive", { who: "editor", limit: "reads" }, () => readLive(parts));

  answer(app, "makeStreamKey", { who: "editor", limit: "writes" }, (request) =>
    makeKey(parts, { ...request.body, memberId: requireCurrent(request).member.id }),
  );

  answer(app, "changeStreamKey", { who: "editor", limit: "writes" }, async (request) => ({
    entry: await changeKey(parts, { ...request.body, id: request.params.id }),
  }));

  answer(app, "resetStreamKey", { who: "editor", limit: "writes" }, (request) =>
    resetKey(parts, { id: request.params.id, memberId: requireCurrent(request).member.id }),
  );

  answer(app, "deleteStreamKey", { who: "editor", limit: "writes" }, async (request) => {
    await deleteKey(parts, { id: request.params.id, memberId: requireCurrent(request).member.id });
    return {};
  });

  answer(app, "endBroadcast", { who: "editor", limit: "writes" }, async (request) => {
    await endBroadcast(parts.db, request.params.id);
    return {};
  });
}
