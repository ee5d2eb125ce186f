// /api/history: everything that was done here, and undoing it where possible.
import type { FastifyInstance, FastifyRequest } from "fastify";
import { undoMove } from "#server/cleanup/trash.ts";
import { readChangeId } from "#server/history/change-id.ts";
import { listHistory, type HistoryReader } from "#server/history/list.ts";
import { findChanges, type RecordedChange } from "#server/history/log.ts";
import { isEdit, isMove } from "#server/history/undo-rules.ts";
import type { Editor } from "#server/library/edit.ts";
import { countUnprotectedByUndo, undoEdit } from "#server/library/undo.ts";
import { lockLibrary } from "#server/library/version.ts";
import { undoMemberChange } from "#server/member/roles.ts";
import type { Parts } from "#server/parts.ts";
import { Refusal } from "#server/refusal.ts";
import { requireCurrent, requireFreshToUnprotect, requireWho } from "#server/http/door/guard.ts";
import { answer } from "#server/http/door/route.ts";
import { words } from "./words.ts";

type Trx = Parts["db"];

export function historyRoutes(app: FastifyInstance, parts: Parts): void {
  const { db, clock } = parts;

  answer(app, "listHistory", { who: "editor", limit: "reads" }, async (request) =>
    listHistory(db, readerOf(requireCurrent(request)), request.query),
  );

  answer(app, "undoChanges", { who: "editor", limit: "writes" }, async (request) => {
    const ids = request.body.changes.map((text) => readChangeId(text) ?? notFound());
    const numbersOf = (wanted: "change" | "audit") =>
      ids.filter(({ source }) => source === wanted).map(({ number }) => number);
    const ofPeople = numbersOf("audit");
    if (ofPeople.length > 0) requireWho("owner", requireCurrent(request));
    const changes = await db
      .transaction()
      .execute(async (trx) => [
        ...(await undoOfRecordings(trx, request, numbersOf("change"))),
        ...(await undoOfPeople(trx, request, ofPeople)),
      ]);
    return { changes: changes.filter((id) => id !== null) };
  });

  const editorOf = (request: Pick<FastifyRequest, "current">): Editor => ({
    memberId: requireCurrent(request).member.id,
    now: clock.now(),
  });

  async function undoOfRecordings(trx: Trx, request: Pick<FastifyRequest, "current">, ids: readonly number[]) {
    if (ids.length === 0) return [];
    const editor = editorOf(request);
    await lockLibrary(trx);
    const changes = await findChanges(trx, ids);
    if (changes.length < ids.length) notFound();
    const unprotected = await countUnprotectedByUndo(trx, editor, changes.filter(isEdit));
    requireFreshToUnprotect(request, clock.now(), unprotected);
    const done: (string | null)[] = [];
    // newest first: of two changes of the same field the older can only be undone after the newer
    for (const change of changes) done.push(await undoOne(trx, editor, change).catch(tellWhich(trx, change, ids)));
    return done;
  }

  async function undoOfPeople(trx: Trx, request: Pick<FastifyRequest, "current">, ids: readonly number[]) {
    const done: (string | null)[] = [];
    for (const id of ids.toSorted((a, b) => b - a))
      done.push(await undoMemberChange({ ...parts, db: trx }, editorOf(request), id));
    return done;
  }
}

async function undoOne(trx: Trx, editor: Editor, change: RecordedChange): Promise<string | null> {
  if (isMove(change)) return undoMove(trx, editor, change);
  if (isEdit(change)) return undoEdit(trx, editor, change);
  throw new Refusal("conflict", words.cannotUndo);
}

/** Of several changes, says which recording prevented the undo. */
function tellWhich(trx: Trx, { video_id: video }: RecordedChange, ids: readonly number[]) {
  return async (error: unknown): Promise<never> => {
    if (!(error instanceof Refusal) || ids.length === 1) throw error;
    const { entries } = await listHistory(trx, "editors", { video, limit: 1 });
    const sentence = words.noneUndone(entries[0]?.video?.title ?? "", error.message);
    throw new Refusal(error.code, sentence, { cause: error });
  };
}

function readerOf({ permission }: { permission: { isOwner: boolean } }): HistoryReader {
  return permission.isOwner ? "owners" : "editors";
}

function notFound(): never {
  throw new Refusal("not-found", words.noSuchChange);
}
