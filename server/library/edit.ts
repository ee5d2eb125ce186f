// What editors do to recordings: save, hide, and the same change to many. Each is one transaction with its history.
import type { QuickChange, Video } from "#contract/video.ts";
import { audiences } from "#server/access/visible.ts";
import type { Database, Trx } from "#server/database/open.ts";
import { announceShown } from "#server/notices/announce.ts";
import { Refusal } from "#server/refusal.ts";
import { readEdit, refuseReadOnly, type Values } from "./edit-rules.ts";
import { indexDescription } from "#server/library/search/index-text.ts";
import { foldTitle } from "./title.ts";
import { findOwnProtected, recordChange, type RecordedChange } from "#server/history/log.ts";
import { describeVideo, getVideo, listByIds, type VideoRow } from "./video.ts";
import { changeLibrary, type LockedTrx } from "./version.ts";
import { words } from "./words.ts";
import { joinWords, nameField } from "#server/history/describe.ts";
import { isUndoable, listNewer } from "#server/history/undo-rules.ts";

export interface Editor {
  memberId: string;
  now: Date;
  /** The ids of the levels above the standard, rising: a recording can be given one of these. */
  levels?: readonly string[];
}

/** The archive itself, which corrects what it has read wrong. */
interface Importer {
  memberId: null;
  now: Date;
}

export interface Edited {
  row: VideoRow;
  /** The id of the change in the history, for Undo; null when nothing had to be changed. */
  change: string | null;
}

/** `edited` is the whole object as it was fetched, with changes; not yet checked. */
export async function saveVideo(
  db: Database,
  editor: Editor,
  { id, edited }: { id: string; edited: Record<string, unknown> },
): Promise<Edited> {
  return changeLibrary(db, async (trx) => {
    return saveOne(trx, editor, { id, edited });
  });
}

export async function saveOne(
  trx: LockedTrx,
  editor: Editor,
  {
    id,
    edited,
    known = {},
  }: { id: string; edited: Record<string, unknown>; known?: Pick<Values, "time_missing" | "only_known"> },
): Promise<Edited> {
  const row = await getVideo(trx, audiences.editors, id);
  const current = describeVideo(row);
  const { values: read, revision } = readEdit(edited, current, editor.levels ?? []);
  // said for this edit, not sent back as it was fetched
  const values = { ...read, ...known };
  if (revision === row.revision) refuseReadOnly(edited, current);
  // a save that was sent twice, or that changes nothing, is not a conflict
  else if (Object.keys(differences(row, values).after).length > 0) throw conflict(current);
  return applyValues(trx, row, { values, editor });
}

export async function setHidden(
  db: Database,
  editor: Editor,
  { id, hidden }: { id: string; hidden: boolean },
): Promise<Edited> {
  return changeLibrary(db, async (trx) => {
    return applyValues(trx, await getVideo(trx, audiences.editors, id), { values: { hidden }, editor });
  });
}

/** All or none; `changes` has the ids of what really changed. `confirm` may refuse: it gets the number of recordings that lose their protection. */
export async function changeMany(
  db: Database,
  editor: Editor,
  changes: readonly QuickChange[],
  confirm: (unprotected: number) => void = () => undefined,
): Promise<{ rows: VideoRow[]; changes: string[] }> {
  return changeLibrary(db, async (trx) => {
    const unprotected = changes.filter((change) => change.prevent_autodelete === false);
    confirm(await countUnprotected(trx, editor, unprotected.map(getId)));
    const done: Edited[] = [];
    for (const { row, values } of await planMany(trx, editor, changes))
      done.push(await applyValues(trx, row, { values, editor }));
    return { rows: done.map(({ row }) => row), changes: done.flatMap(({ change }) => change ?? []) };
  });
}

/** What changeMany would change: on how many recordings, and each field on how many. */
export async function previewMany(db: Database, editor: Editor, changes: readonly QuickChange[]) {
  const plans = await planMany(db, editor, changes);
  const changed = plans.map(({ row, values }) => Object.keys(differences(row, values).after));
  const fields = Map.groupBy(changed.flat(), (field) => field);
  return {
    changed: changed.filter((names) => names.length > 0).length,
    fields: [...fields].map(([field, all]) => ({ field, count: all.length })),
  };
}

/** Each recording with what it becomes. Refused when one is gone, or breaks a rule. */
async function planMany(
  db: Database,
  editor: Editor,
  changes: readonly QuickChange[],
): Promise<{ row: VideoRow; values: Values }[]> {
  const found = new Map((await listByIds(db, audiences.editors, changes.map(getId))).map((row) => [row.id, row]));
  return changes.map(({ id, hidden, time_missing, only_known, ...edited }) => {
    const row = found.get(id);
    if (!row) throw new Refusal("not-found", words.oneIsGone);
    const { values } = readEdit(edited, describeVideo(row), editor.levels ?? []);
    // how much of the date is known is said with it, and not guessed from how it was before
    return { row, values: { ...values, ...whatIsSaid({ hidden, time_missing, only_known }) } };
  });
}

function whatIsSaid(values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

function getId({ id }: { id: string }): string {
  return id;
}

/** Without those that this editor has protected just now: undoing that loses nothing that was protected before. */
async function countUnprotected(trx: Trx, editor: Editor, ids: readonly string[]): Promise<number> {
  const since = new Date(editor.now.getTime() - justNowMs);
  const own = await findOwnProtected(trx, ids, { memberId: editor.memberId, since });
  return ids.length - own.size;
}

const justNowMs = 5 * 60_000;

export async function applyValues(
  trx: Trx,
  row: VideoRow,
  { values, editor }: { values: Values; editor: Editor | Importer },
): Promise<Edited> {
  const { before, after } = differences(row, values);
  if (Object.keys(after).length === 0) return { row, change: null };
  const change = await recordChange(trx, {
    videoId: row.id,
    at: editor.now,
    memberId: editor.memberId,
    before: { ...before, ...(editor.memberId === null && { why: "import" }) },
    after: { ...after },
  });
  const edited = await trx
    .updateTable("video")
    .set({
      ...values,
      ...(values.title !== undefined && { title_folded: foldTitle(values.title) }),
      ...(values.hidden === false && { draft: false }),
      // a protected recording is no longer announced for cleanup; if the protection ends, it is announced again
      ...(values.prevent_autodelete && { leaves_at: null, leaves_why: null }),
      revision: row.revision + 1,
      changed_at: editor.now,
    })
    .where("id", "=", row.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  if (values.description !== undefined) await indexDescription(trx, row.id, values.description);
  if (values.add_date) await movePlayed(trx, row.id, values.add_date);
  if (values.hidden !== undefined) await announceShown(trx, edited, editor.now);
  return { row: edited, change };
}

/** The fields that would change, as they are and as they would be. */
function differences(row: VideoRow, values: Values): { before: Values; after: Values } {
  const fields = (Object.keys(values) as (keyof Values)[]).filter(
    (field) => values[field] !== undefined && values[field]?.valueOf() !== row[field]?.valueOf(),
  );
  const pick = (from: Values): Values => Object.fromEntries(fields.map((field) => [field, from[field]]));
  return { before: pick(row), after: pick(values) };
}

function conflict(current: Video): Refusal {
  return new Refusal("conflict", words.changedMeanwhile, {
    current,
  });
}

/** The date of the recording was changed. */
async function movePlayed(trx: Trx, videoId: string, playedAt: Date): Promise<void> {
  await trx.updateTable("performance_song").set({ played_at: playedAt }).where("video_id", "=", videoId).execute();
}

// Undoes an editor's change: the old values are written back as a new change, if nobody has changed them since.

/** Returns the id of the new change. */
export async function undoEdit(trx: LockedTrx, editor: Editor, change: RecordedChange): Promise<string | null> {
  const row = await getVideo(trx, audiences.editors, change.video_id);
  const newer = listNewer(change, row);
  if (newer.length > 0) {
    const sentence = words.changedSince(joinWords(newer.map(nameField)), newer.length);
    throw new Refusal("conflict", sentence, { current: describeVideo(row) });
  }
  const values = readValues(change.before);
  for (const level of [values.level, values.opens_level])
    if (level != null && !editor.levels?.includes(level)) throw new Refusal("conflict", words.levelGone);
  return (await applyValues(trx, row, { values, editor })).change;
}

/** How many recordings would lose their protection; see countUnprotected. */
export async function countUnprotectedByUndo(
  trx: Trx,
  editor: Editor,
  changes: readonly RecordedChange[],
): Promise<number> {
  const lost = changes.filter(({ before }) => before.prevent_autodelete === false);
  return countUnprotected(
    trx,
    editor,
    lost.map(({ video_id }) => video_id),
  );
}

const dates = new Set(["add_date", "opens_at"]);

function readValues(before: Record<string, unknown>): Values {
  const entries = Object.entries(before).filter(([field]) => isUndoable(field));
  return Object.fromEntries(
    entries.map(([field, value]) => [field, dates.has(field) && value !== null ? new Date(value as string) : value]),
  );
}
