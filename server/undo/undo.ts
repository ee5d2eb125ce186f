// Undoes entries of the history. Each kind that can be undone has a row here: who may, and what brings the state of before
// back. What is undone is a new entry, except in a member's own lists.
import { undoMove } from "#server/cleanup/trash.ts";
import type { Trx } from "#server/database/open.ts";
import { readChangeId } from "#server/history/change-id.ts";
import { listHistory } from "#server/history/list.ts";
import { findChanges, findEvent, type RecordedChange, type RecordedEvent } from "#server/history/log.ts";
import { undoExtra } from "#server/intake/extras/restore.ts";
import { undoLooked } from "#server/intake/inbox/change.ts";
import { undoCollection } from "#server/library/collections/undo.ts";
import { type Editor, countUnprotectedByUndo, undoEdit } from "#server/library/edit.ts";
import type { Listener } from "#server/library/lists/list.ts";
import { undoListChange } from "#server/library/lists/undo.ts";
import { undoSong, undoSetList } from "#server/library/songs/undo.ts";
import { lockLibrary, type LockedTrx } from "#server/library/version.ts";
import { undoGuestChange } from "#server/member/guests/undo.ts";
import { isOwnerEvent, undoMemberChange } from "#server/member/roles.ts";
import type { Parts, Within } from "#server/parts.ts";
import { Refusal } from "#server/refusal.ts";
import { isOfAccess, makeCount, planUndo, undoSettings } from "#server/setup/save-change.ts";
import { words } from "./words.ts";

/** The member who undoes, and what refuses when this login may not. */
interface Undoer {
  editor: Editor;
  listener: Listener;
  requireEditing(): void;
  requireOwner(): void;
  /** The login has to be a recent one. */
  requireFreshSignIn(): void;
  /** The same when more recordings than one would lose their protection. */
  requireFreshToUnprotect(count: number): void;
}

/** Returns the id of the new entry. */
type Undo<Entry, T extends Trx = Trx> = (
  parts: Within<Parts, T>,
  editor: Editor,
  entry: Entry,
) => Promise<string | null>;
type UndoInLibrary<Entry> = Undo<Entry, LockedTrx>;

const edit: UndoInLibrary<RecordedChange> = ({ db }, editor, change) => undoEdit(db, editor, change);
const move: UndoInLibrary<RecordedChange> = ({ db }, editor, change) => undoMove(db, editor, change);

const ofRecordings: Record<string, UndoInLibrary<RecordedChange>> = {
  edited: edit,
  hidden: edit,
  unhidden: edit,
  protected: edit,
  unprotected: edit,
  trashed: move,
  restored: move,
  "set-list": ({ db }, editor, change) => undoSetList(db, editor, change),
  captions: undoExtra,
  thumbnail: undoExtra,
  looked: ({ db }, editor, change) => undoLooked(db, editor, change),
};

const song: UndoInLibrary<RecordedEvent> = ({ db }, editor, event) => undoSong(db, editor, event);
const collection: UndoInLibrary<RecordedEvent> = ({ db }, editor, event) => undoCollection(db, editor, event);

const ofLibrary: Record<string, UndoInLibrary<RecordedEvent>> = {
  "song-edited": song,
  "song-merged": song,
  "collection-made": collection,
  "collection-changed": collection,
  "collection-deleted": collection,
  "collections-ordered": collection,
};

/** For owners. */
const ofPeople: Record<string, Undo<RecordedEvent>> = {
  "guest-added": undoGuestChange,
  "guest-changed": undoGuestChange,
  "invitation-made": undoGuestChange,
  "invitation-changed": undoGuestChange,
  "permission-changed": undoMemberChange,
};

/** All or nothing. */
export async function undoChanges(parts: Parts, by: Undoer, ids: readonly string[]): Promise<string[]> {
  const read = ids.map((text) => readChangeId(text));
  // members undo what they changed in their own lists
  if (read.some((id) => id?.source !== "list")) by.requireEditing();
  const known = read.map((id) => id ?? notFound());
  // newest first: of two changes of the same thing the older can only be undone after the newer
  const numbersOf = (wanted: "change" | "audit" | "list") =>
    known.flatMap(({ source, number }) => (source === wanted ? number : [])).toSorted((a, b) => b - a);
  const changes = numbersOf("change");
  const plans: Plan[] = [];
  for (const number of numbersOf("audit")) plans.push(await planEvent(parts, by, number));
  const done = await parts.db.transaction().execute(async (trx) => {
    const made: (string | null)[] = [];
    if (changes.length > 0 || plans.some(({ isOfLibrary }) => isOfLibrary)) {
      const inside = { ...parts, db: await lockLibrary(trx) };
      made.push(...(await undoRecordings(inside, by, changes)));
      for (const plan of plans) made.push(await plan.undo(inside));
    } else for (const plan of plans) if (!plan.isOfLibrary) made.push(await plan.undo({ ...parts, db: trx }));
    for (const number of numbersOf("list")) made.push((await undoListChange(trx, by.listener, number)) ?? notFound());
    return made;
  });
  for (const { finish } of plans) await finish?.();
  return done.filter((id) => id !== null);
}

/** Every editor may undo what is of the library. `finish` comes after the transaction. */
type Plan = { finish?(): Promise<void> } & (
  | { isOfLibrary: true; undo(inside: Within<Parts, LockedTrx>): Promise<string | null> }
  | { isOfLibrary: false; undo(inside: Within<Parts>): Promise<string | null> }
);

async function planEvent(parts: Parts, by: Undoer, number: number): Promise<Plan> {
  const { editor } = by;
  const event = await findEvent(parts.db, number);
  const ofEditors = event && ofLibrary[event.kind];
  if (ofEditors) return { isOfLibrary: true, undo: (inside) => ofEditors(inside, editor, event) };
  by.requireOwner();
  const plan = event && (await planUndo(parts, event));
  if (plan) {
    if (isOfAccess(plan.before)) by.requireFreshSignIn();
    return {
      isOfLibrary: false,
      undo: (inside) => undoSettings(inside.db, parts, { ...plan, memberId: editor.memberId }),
      finish: () => makeCount(parts, plan.before),
    };
  }
  const undo = event && ofPeople[event.kind];
  if (!undo) throw new Refusal("conflict", words.cannotUndo);
  if (isOwnerEvent(event)) by.requireFreshSignIn();
  return { isOfLibrary: false, undo: (inside) => undo(inside, editor, event) };
}

async function undoRecordings(
  inside: Within<Parts, LockedTrx>,
  by: Undoer,
  ids: readonly number[],
): Promise<(string | null)[]> {
  const { db: trx } = inside;
  const changes = await findChanges(trx, ids);
  if (changes.length < ids.length) notFound();
  const edits = changes.filter(({ kind }) => ofRecordings[kind] === edit);
  by.requireFreshToUnprotect(await countUnprotectedByUndo(trx, by.editor, edits));
  const done: (string | null)[] = [];
  for (const change of changes) {
    const undo = ofRecordings[change.kind];
    if (!undo) throw new Refusal("conflict", words.cannotUndo);
    done.push(await undo(inside, by.editor, change).catch(tellWhich(trx, change, ids)));
  }
  return done;
}

/** Says which of several recordings prevented the undo. */
function tellWhich(trx: Trx, { video_id: video }: RecordedChange, ids: readonly number[]) {
  return async (error: unknown): Promise<never> => {
    if (!(error instanceof Refusal) || ids.length === 1) throw error;
    const { entries } = await listHistory(trx, "editors", { video, limit: 1 });
    const sentence = words.noneUndone(entries[0]?.video?.title ?? "", error.message);
    throw new Refusal(error.code, sentence, { cause: error });
  };
}

function notFound(): never {
  throw new Refusal("not-found", words.noSuchChange);
}
