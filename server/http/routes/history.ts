// /api/history: everything that was done here, and undoing it where possible.
import type { FastifyInstance, FastifyRequest } from "fastify";
import { undoMove } from "#server/cleanup/trash.ts";
import { readChangeId } from "#server/history/change-id.ts";
import { listHistory, type HistoryReader } from "#server/history/list.ts";
import { findChanges, type RecordedChange } from "#server/history/log.ts";
import { isEdit, isExtra, isLook, isMove, isSetList } from "#server/history/undo-rules.ts";
import { undoExtra } from "#server/intake/extras/restore.ts";
import { undoLooked } from "#server/intake/inbox/looked.ts";
import type { Editor } from "#server/library/edit.ts";
import { countUnprotectedByUndo, undoEdit } from "#server/library/undo.ts";
import { isCollectionEvent, undoCollection } from "#server/library/collections/undo.ts";
import { undoListChange } from "#server/library/lists/undo.ts";
import { undoSetList } from "#server/library/songs/undo.ts";
import { isSongEvent, undoSong } from "#server/library/songs/undo-song.ts";
import { lockLibrary } from "#server/library/version.ts";
import { undoGuestChange } from "#server/member/guests/undo.ts";
import { isOwnerEvent, undoMemberChange } from "#server/member/roles.ts";
import { isOfAccess, makeCount, planUndo, undoSettings } from "#server/setup/save-change.ts";
import type { Parts } from "#server/parts.ts";
import { Refusal } from "#server/refusal.ts";
import {
  requireCurrent,
  requireEditing,
  requireFreshSignIn,
  requireFreshToUnprotect,
  requireWho,
} from "#server/http/door/guard.ts";
import { answer } from "#server/http/door/route.ts";
import { listenerOf } from "./lists/listener.ts";
import { words } from "./words.ts";

type Trx = Parts["db"];
type Settings = Map<number, NonNullable<Awaited<ReturnType<typeof planUndo>>>>;

export function historyRoutes(app: FastifyInstance, parts: Parts): void {
  const { db, clock } = parts;

  answer(app, "listHistory", { who: "editor", limit: "reads" }, async (request) =>
    listHistory(db, readerOf(requireCurrent(request)), request.query),
  );

  // members may undo what they changed in their own lists
  answer(app, "undoChanges", { who: "viewer", limit: "writes" }, async (request) => {
    const read = request.body.changes.map((text) => readChangeId(text));
    if (read.some((id) => id?.source !== "list")) requireEditing(request, clock.now());
    const ids = read.map((id) => id ?? notFound());
    const numbersOf = (wanted: "change" | "audit" | "list") =>
      ids.filter(({ source }) => source === wanted).map(({ number }) => number);
    const events = numbersOf("audit");
    const ofSongs: number[] = [];
    const ofCollections: number[] = [];
    for (const number of events)
      if (await isSongEvent(db, number)) ofSongs.push(number);
      else if (await isCollectionEvent(db, number)) ofCollections.push(number);
    const ofOwner = events.filter((number) => !ofSongs.includes(number) && !ofCollections.includes(number));
    if (ofOwner.length > 0) requireWho("owner", requireCurrent(request));
    const settings = await planSettings(request, ofOwner);
    const changes = await db
      .transaction()
      .execute(async (trx) => [
        ...(await undoOfRecordings(trx, request, numbersOf("change"))),
        ...(await undoOfSongs(trx, request, ofSongs)),
        ...(await undoOfCollections(trx, request, ofCollections)),
        ...(await undoOfOwner(trx, request, { ids: ofOwner, settings })),
        ...(await undoOfLists(trx, request, numbersOf("list"))),
      ]);
    for (const { before } of settings.values()) await makeCount(parts, before);
    return { changes: changes.filter((id) => id !== null) };
  });

  const editorOf = (request: Pick<FastifyRequest, "current">): Editor => ({
    memberId: requireCurrent(request).member.id,
    now: clock.now(),
    levels: parts.config.levels.above.map(({ id }) => id),
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
    for (const change of changes)
      done.push(await undoOne({ ...parts, db: trx }, editor, change).catch(tellWhich(trx, change, ids)));
    return done;
  }

  async function undoOfLists(trx: Trx, request: Pick<FastifyRequest, "current">, ids: readonly number[]) {
    const listener = listenerOf(request, clock.now());
    const done: string[] = [];
    for (const id of ids.toSorted((a, b) => b - a)) done.push((await undoListChange(trx, listener, id)) ?? notFound());
    return done;
  }

  async function undoOfSongs(trx: Trx, request: Pick<FastifyRequest, "current">, ids: readonly number[]) {
    if (ids.length > 0) await lockLibrary(trx);
    const done: (string | null)[] = [];
    for (const id of ids.toSorted((a, b) => b - a)) done.push(await undoSong(trx, editorOf(request), id));
    return done;
  }

  async function undoOfCollections(trx: Trx, request: Pick<FastifyRequest, "current">, ids: readonly number[]) {
    if (ids.length > 0) await lockLibrary(trx);
    const done: (string | null)[] = [];
    for (const id of ids.toSorted((a, b) => b - a)) done.push(await undoCollection(trx, editorOf(request), id));
    return done;
  }

  /** Those of the changes that are about settings. */
  async function planSettings(request: Pick<FastifyRequest, "current">, ids: readonly number[]): Promise<Settings> {
    const planned: Settings = new Map();
    for (const id of ids) {
      const plan = await planUndo(parts, id);
      if (plan) planned.set(id, plan);
      if (plan ? isOfAccess(plan.before) : await isOwnerEvent(db, id)) requireFreshSignIn(request, clock.now());
    }
    return planned;
  }

  async function undoOfOwner(
    trx: Trx,
    request: Pick<FastifyRequest, "current">,
    { ids, settings }: { ids: readonly number[]; settings: Settings },
  ) {
    const done: (string | null)[] = [];
    const editor = editorOf(request);
    for (const id of ids.toSorted((a, b) => b - a)) {
      const plan = settings.get(id);
      if (plan) {
        done.push(await undoSettings(trx, parts, { ...plan, memberId: editor.memberId }));
        continue;
      }
      const ofGuest = await undoGuestChange({ ...parts, db: trx }, editor.memberId, id);
      done.push(ofGuest === undefined ? await undoMemberChange({ ...parts, db: trx }, editor, id) : ofGuest);
    }
    return done;
  }
}

async function undoOne(parts: Parts, editor: Editor, change: RecordedChange): Promise<string | null> {
  const { db: trx } = parts;
  if (isExtra(change)) return undoExtra(parts, editor, change);
  if (isMove(change)) return undoMove(trx, editor, change);
  if (isEdit(change)) return undoEdit(trx, editor, change);
  if (isSetList(change)) return undoSetList(trx, editor, change);
  if (isLook(change)) return undoLooked(trx, editor, change);
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
