// One recording: the row, and what the API says about it.
import type { Locked } from "#contract/levels/levels.ts";
import type { Video } from "#contract/video.ts";
import { findLock, visibleTo, watchableBy, type Audience } from "#server/access/visible.ts";
import type { Database } from "#server/database/open.ts";
import type { VideoRow } from "#server/database/tables.ts";
import { Refusal } from "#server/refusal.ts";
import { words } from "./words.ts";

export type { VideoRow };

/** The same answer for ids that never existed, recordings in the trash, and those this audience may not see. */
export async function getVideo(db: Database, audience: Audience | null, id: string): Promise<VideoRow> {
  const [row] = await listByIds(db, audience, [id]);
  if (!row) throw new Refusal("not-found", words.noSuchRecording);
  return row;
}

export async function listByIds(db: Database, audience: Audience | null, ids: readonly string[]): Promise<VideoRow[]> {
  // PostgreSQL refuses text with zero bytes, so only well-formed ids are looked up
  const possible = ids.filter((id) => /^[a-z2-7]{26}$/.test(id));
  if (possible.length === 0) return [];
  return db
    .selectFrom("video")
    .selectAll()
    .where("id", "in", possible)
    .where(watchableBy(audience))
    .orderBy("id")
    .execute();
}

/** As getVideo; undefined for one that is not even a locked card to this audience. */
export async function findLocked(
  db: Database,
  audience: Audience,
  id: string,
): Promise<{ row: VideoRow; level: string } | undefined> {
  if (!/^[a-z2-7]{26}$/.test(id)) return undefined;
  const row = await db
    .selectFrom("video")
    .selectAll()
    .where("id", "=", id)
    .where(visibleTo(audience))
    .executeTakeFirst();
  const level = row && findLock(audience)(row);
  return row && level ? { row, level } : undefined;
}

/** A locked card: nothing that is in the recording. */
export function describeLocked(row: VideoRow, locked: Locked): Video {
  const date = row.add_date.toISOString();
  return {
    ...{ id: row.id, title: row.title, description: "", add_date: date, ...knownOf(row) },
    ...{ prevent_autodelete: false, duration: row.duration_seconds, hidden: false, state: "published" },
    ...{ thumbnail_url: thumbnailUrl(row), dominant_color: row.dominant_color, peaks: null },
    ...{ created_at: date, changed_at: date, leaves_at: null, revision: 0, locked },
  };
}

/** How much of its date is known. */
export function knownOf({ time_missing, only_known }: Pick<VideoRow, "time_missing" | "only_known">) {
  return { time_missing, ...(only_known !== null && { only_known }) };
}

export function describeVideo(row: VideoRow): Video {
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    add_date: row.add_date.toISOString(),
    ...knownOf(row),
    prevent_autodelete: row.prevent_autodelete,
    duration: row.duration_seconds,
    hidden: row.hidden,
    state: row.state,
    thumbnail_url: thumbnailUrl(row),
    dominant_color: row.dominant_color,
    peaks: row.peaks,
    created_at: row.created_at.toISOString(),
    changed_at: row.changed_at.toISOString(),
    leaves_at: row.leaves_at?.toISOString() ?? null,
    revision: row.revision,
    level: row.level,
    opens_at: row.opens_at?.toISOString() ?? null,
    opens_level: row.opens_level,
  };
}

export function thumbnailUrl({ id, thumbnail_hash }: Pick<VideoRow, "id" | "thumbnail_hash">): string | null {
  return thumbnail_hash === null ? null : `/api/media/${id}/thumbnail?v=${thumbnail_hash}`;
}
