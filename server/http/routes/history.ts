// /api/history: everything that was done here, and undoing it where possible.
import type { FastifyInstance } from "fastify";
import { listHistory } from "#server/history/list.ts";
import {
  requireCurrent,
  requireEditing,
  requireFreshSignIn,
  requireFreshToUnprotect,
  requireWho,
} from "#server/http/request/guard.ts";
import { answer } from "#server/http/request/route.ts";
import type { Parts } from "#server/parts.ts";
import { undoChanges } from "#server/undo/undo.ts";
import { listenerOf } from "./lists/listener.ts";

export function historyRoutes(app: FastifyInstance, parts: Parts): void {
  const { db, clock } = parts;

  answer(app, "listHistory", { who: "editor", limit: "reads" }, async (request) =>
    listHistory(db, requireCurrent(request).permission.isOwner ? "owners" : "editors", request.query),
  );

  // members may undo what they changed in their own lists
  answer(app, "undoChanges", { who: "viewer", limit: "writes" }, async (request) => {
    const now = clock.now();
    const by = {
      editor: {
        memberId: requireCurrent(request).member.id,
        now,
        levels: parts.config.levels.above.map(({ id }) => id),
      },
      listener: listenerOf(request, now),
      requireEditing: () => requireEditing(request, now),
      requireOwner: () => requireWho("owner", requireCurrent(request)),
      requireFreshSignIn: () => requireFreshSignIn(request, now),
      requireFreshToUnprotect: (count: number) => requireFreshToUnprotect(request, now, count),
    };
    return { changes: await undoChanges(parts, by, request.body.changes) };
  });
}
