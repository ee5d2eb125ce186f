// /api/history: everything that was done here, and undoing it where possible.
import type { FastifyInstance } from "fastify";
import { undoMove } from "#server/cleanup/trash.ts";
import type { Editor } from "#server/library/edit.ts";
import { listHistory, type HistoryQuery, type HistoryReader } from "#server/history/list.ts";
import { isEdit, isMove } from "#server/history/undo-rules.ts";
import { findChange } from "#server/history/log.ts";
import { undoEdit } from "#server/library/undo.ts";
import { findAudited, undoMemberChange } from "#server/member/roles.ts";
import type { Parts } from "#server/parts.ts";
import { Refusal } from "#server/refusal.ts";
import { requireCurrent, requireWho } from "#server/http/door/guard.ts";
import { answer } from "#server/http/door/route.ts";
import { words } from "./words.ts";

export function historyRoutes(app: FastifyInstance, parts: Parts): void {
  const { db, clock } = parts;

  answer(app, "listHistory", { who: "editor", limit: "reads" }, async (request) =>
    listHistory(db, readerOf(requireCurrent(request)), request.query),
  );

  answer(app, "undoChange", { who: "editor", limit: "writes" }, async (request) => {
    const current = requireCurrent(request);
    const [, source, number] = /^([ac])(\d{1,15})$/.exec(request.params.id) ?? [];
    if (!source) throw notFound();
    const editor = { memberId: current.member.id, now: clock.now() };
    if (source === "a") requireWho("owner", current);
    const about = source === "a" ? await undoAudit(editor, Number(number)) : await undoChange(editor, Number(number));
    const { entries } = await listHistory(db, readerOf(current), { ...about, limit: 1 });
    const [entry] = entries;
    if (!entry) throw notFound();
    return { entry };
  });

  async function undoChange(editor: Editor, id: number): Promise<HistoryQuery> {
    const change = await findChange(db, id);
    if (!change) throw notFound();
    const video = change.video_id;
    if (isMove(change)) await undoMove(db, editor, id);
    else if (isEdit(change)) await undoEdit(db, editor, id);
    else throw new Refusal("conflict", words.cannotUndo);
    return { video };
  }

  async function undoAudit(editor: Editor, id: number): Promise<HistoryQuery> {
    await undoMemberChange(parts, editor, id);
    return { kind: "permission", member: (await findAudited(db, id)) ?? "" };
  }
}

function readerOf({ permission }: { permission: { isOwner: boolean } }): HistoryReader {
  return permission.isOwner ? "owners" : "editors";
}

function notFound(): Refusal {
  return new Refusal("not-found", words.noSuchChange);
}
