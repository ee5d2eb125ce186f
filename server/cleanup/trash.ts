// The trash: what is put there is seen by nobody, and can be taken back for 7 days. Of a video whose sound is kept only
// the pictures go there: it plays on without them.
import { sql } from "kysely";
import type { TrashedVideo } from "#contract/retention.ts";
import { audiences } from "#server/access/visible.ts";
import type { Database } from "#server/database/open.ts";
import type { LeavingReason } from "#server/database/tables.ts";
import type { Edited, Editor } from "#server/library/edit.ts";
import { canUndo } from "#server/history/undo-rules.ts";
import { listLastMoves, recordChange, type RecordedChange } from "#server/history/log.ts";
import { markPicturesTrashed, markRestored, markTrashed } from "#server/library/leaving.ts";
import { changeLibrary, type LockedTrx } from "#server/library/version.ts";
import { getVideo, thumbnailUrl, type VideoRow } from "#server/library/video.ts";
import { Refusal } from "#server/refusal.ts";
import { trashMs } from "./plan.ts";
import { sumAssets } from "./rows.ts";
import { words } from "./words.ts";

export async function trashVideo(
  db: Database,
  editor: Editor,
  id: string,
): Promise<{ video: TrashedVideo; change: string }> {
  const change = await changeLibrary(db, (trx) => trash(trx, editor, id));
  const [video] = await listTrash(db, id);
  if (!video) throw notInTrash();
  return { video, change };
}

/** Returns the id of the change, like the others here that move something. */
async function trash(trx: LockedTrx, editor: Editor, id: string): Promise<string> {
  const row = await getVideo(trx, audiences.editors, id);
  // what is marked is deleted to its end: it must not become the whole video
  if (row.purging_at) throw new Refusal("busy", words.videoBeingDeleted);
  return putIntoTrash(trx, row, { ...editor, why: "hand" });
}

export async function putIntoTrash(
  trx: LockedTrx,
  row: VideoRow,
  { memberId, now, why }: { memberId: string | null; now: Date; why: LeavingReason | "hand" },
): Promise<string> {
  await markTrashed(trx, row, { now, why });
  const change = { videoId: row.id, at: now, memberId, kind: "trashed" as const };
  return recordChange(trx, { ...change, before: { trashed: false }, after: { trashed: true, why } });
}

/** The pictures alone. */
export async function putPicturesIntoTrash(
  trx: LockedTrx,
  row: VideoRow,
  { now, why }: { now: Date; why: LeavingReason },
): Promise<void> {
  await markPicturesTrashed(trx, row, { now, why });
  const change = { videoId: row.id, at: now, memberId: null, kind: "trashed" as const };
  await recordChange(trx, { ...change, before: { audio_only: false }, after: { audio_only: true, why } });
}

/** A whole video, or the pictures of one. It leaves again only after it was announced again. */
export async function restoreVideo(db: Database, editor: Editor, id: string): Promise<Edited> {
  return changeLibrary(db, (trx) => restore(trx, editor, id));
}

/** Into the trash or out of it, in one go. Those that cannot be moved are passed over; returns the others. */
export async function moveMany(
  db: Database,
  editor: Editor,
  { ids, trashed }: { ids: readonly string[]; trashed: boolean },
): Promise<{ moved: string[]; changes: string[] }> {
  const moves = await changeLibrary(db, async (trx) => {
    const done = new Map<string, string>();
    for (const id of ids) {
      const change = await moveIfPossible(trx, editor, { id, trashed });
      if (change) done.set(id, change);
    }
    return done;
  });
  if (moves.size === 0) throw new Refusal("not-found", words.allGone);
  return { moved: [...moves.keys()], changes: [...moves.values()] };
}

async function moveIfPossible(
  trx: LockedTrx,
  editor: Editor,
  { id, trashed }: { id: string; trashed: boolean },
): Promise<string | null> {
  try {
    return trashed ? await trash(trx, editor, id) : (await restore(trx, editor, id)).change;
  } catch (error) {
    // refused before anything was written
    if (error instanceof Refusal) return null;
    throw error;
  }
}

async function restore(trx: LockedTrx, editor: Editor, id: string): Promise<Edited> {
  const row = await findTrashed(trx, id);
  if (!row) throw notInTrash();
  if (row.purging_at) throw new Refusal("conflict", words.tooLate);
  const field = row.trashed_at ? "trashed" : "audio_only";
  const move = { videoId: id, at: editor.now, memberId: editor.memberId, kind: "restored" as const };
  const change = await recordChange(trx, { ...move, before: { [field]: true }, after: { [field]: false } });
  return { row: await markRestored(trx, row, editor.now), change };
}

/** Undoes a move into the trash or out of it, unless there is a newer one. */
export async function undoMove(trx: LockedTrx, editor: Editor, change: RecordedChange): Promise<string | null> {
  const { video_id: id } = change;
  const row = await trx.selectFrom("video").selectAll().where("id", "=", id).executeTakeFirst();
  const lastMove = (await listLastMoves(trx, [id])).get(id);
  if (!row || !canUndo(change, row, lastMove)) throw new Refusal("conflict", words.cannotUndo);
  return change.kind === "trashed" ? (await restore(trx, editor, id)).change : trash(trx, editor, id);
}

/** Whatever of it is in the trash. */
export async function findTrashed(db: Database, id: string): Promise<VideoRow | undefined> {
  if (!/^[a-z2-7]{26}$/.test(id)) return undefined;
  const row = await db.selectFrom("video").selectAll().where("id", "=", id).executeTakeFirst();
  return row && (row.trashed_at ?? row.pictures_trashed_at) ? row : undefined;
}

export function notInTrash(): Refusal {
  return new Refusal("not-found", words.notInTrash);
}

const mostListed = 1000;

/** Newest first; with an id only that one. What is being deleted for good is not told any more. */
export async function listTrash(db: Database, id?: string): Promise<TrashedVideo[]> {
  const since = sql<Date>`coalesce(video.trashed_at, video.pictures_trashed_at)`;
  const rows = await db
    .selectFrom("video")
    .leftJoin("recording", "recording.video_id", "video.id")
    .select(["video.id", "video.title", "video.thumbnail_hash", "video.trashed_at", "video.pictures_trashed_at"])
    .select(["video.trashed_why", "video.prevent_autodelete", "recording.bytes as original_bytes"])
    // ever: as a range, SQLite finds both in their indexes
    .where(({ or, eb }) =>
      or([eb("video.trashed_at", ">", new Date(0)), eb("video.pictures_trashed_at", ">", new Date(0))]),
    )
    .where("video.purging_at", "is", null)
    .$if(id !== undefined, (query) => query.where("video.id", "=", id ?? ""))
    .orderBy(since, "desc")
    .orderBy("video.id")
    .limit(mostListed)
    .execute();
  if (rows.length === 0) return [];
  const ids = rows.map((row) => row.id);
  const sizes = await sumAssets(db, ids);
  const names = await listWho(db, ids);
  return rows.map((row) => {
    const isWhole = row.trashed_at !== null;
    const at = row.trashed_at ?? row.pictures_trashed_at ?? new Date(0);
    const { bytes = 0, soundBytes = 0 } = sizes.get(row.id) ?? {};
    return {
      id: row.id,
      title: row.title,
      // in the trash nobody is given any of its files
      thumbnail_url: isWhole ? null : thumbnailUrl(row),
      trashed_at: at.toISOString(),
      purge_at: new Date(at.getTime() + trashMs).toISOString(),
      why: explain(row, { isWhole, who: names.get(row.id) }),
      bytes: (row.original_bytes ?? 0) + bytes - (isWhole ? 0 : soundBytes),
    };
  });
}

/** Finds who put each of them into the trash last. */
async function listWho(db: Database, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom("change")
    .innerJoin("member", "member.id", "change.member_id")
    .select(["change.video_id", "member.name"])
    .where("change.video_id", "in", ids)
    .where("change.kind", "=", "trashed")
    .orderBy("change.id")
    .execute();
  return new Map(rows.map(({ video_id, name }) => [video_id, name]));
}

function explain(
  row: { trashed_why: string | null; prevent_autodelete: boolean },
  { isWhole, who = words.aFormerMember }: { isWhole: boolean; who: string | undefined },
): string {
  const sentence = {
    age: isWhole ? words.trashedForAge : words.videoTrashedForAge,
    cap: isWhole ? words.trashedForSpace : words.videoTrashedForSpace,
    hand: isWhole ? words.trashedBy(who) : words.videoTrashedBy(who),
  }[row.trashed_why ?? "hand"];
  const kept = row.prevent_autodelete ? words.protectedInTrash : "";
  return `${sentence ?? ""}${kept}`;
}
