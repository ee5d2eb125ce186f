// One recording: the row, and what the API says about it.
import type { Locked } from "#contract/levels/levels.ts";
import type { Video } from "#contract/video.ts";
import { type Audience, findLock, visibleTo, watchableBy } from "#server/access/visible.ts";
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
  const possible = ids.filter(isId);
  if (possible.length === 0) return [];
  return db
    .selectFrom("video")
    .selectAll()
    .where("id", "in", possible)
    .where(watchableBy(audience))
    .orderBy("id")
    .execute();
}

/** Like getVideo, with locked cards too: `missing` is the level that one needs, null where this audience may watch it. */
export async function getShown(
  db: Database,
  audience: Audience,
  id: string,
): Promise<{ row: VideoRow; missing: string | null }> {
  const row = isId(id)
    ? await db.selectFrom("video").selectAll().where("id", "=", id).where(visibleTo(audience)).executeTakeFirst()
    : undefined;
  if (!row) throw new Refusal("not-found", words.noSuchRecording);
  return { row, missing: findLock(audience)(row) };
}

/** What is shown of a recording in lists and on its page, also of a locked one: nothing that is in it. */
export function describeCard(row: Pick<VideoRow, CardColumn>) {
  return {
    id: row.id,
    title: row.title,
    thumbnail_url: thumbnailUrl(row),
    add_date: row.add_date.toISOString(),
    duration: row.duration_seconds,
    ...knownOf(row),
    dominant_color: row.dominant_color,
  };
}

type CardColumn =
  | "id"
  | "title"
  | "thumbnail_hash"
  | "add_date"
  | "duration_seconds"
  | "time_missing"
  | "only_known"
  | "dominant_color";

/** How much of its date is known. */
export function knownOf({ time_missing, only_known }: Pick<VideoRow, "time_missing" | "only_known">) {
  return { time_missing, ...(only_known !== null && { only_known }) };
}

/** The page of a locked recording. */
export function describeLocked(row: VideoRow, locked: Locked): Video {
  const card = describeCard(row);
  return {
    ...card,
    description: "",
    prevent_autodelete: false,
    hidden: false,
    state: "published",
    peaks: null,
    created_at: card.add_date,
    changed_at: card.add_date,
    leaves_at: null,
    revision: 0,
    locked,
  };
}

export function describeVideo(row: VideoRow): Video {
  return {
    ...describeCard(row),
    description: row.description,
    prevent_autodelete: row.prevent_autodelete,
    hidden: row.hidden,
    state: row.state,
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

/** Only well-formed ids are looked up: PostgreSQL refuses text with zero bytes. */
function isId(text: string): boolean {
  return /^[a-z2-7]{26}$/.test(text);
}

export function thumbnailUrl({ id, thumbnail_hash }: Pick<VideoRow, "id" | "thumbnail_hash">): string | null {
  return thumbnail_hash === null ? null : `/api/media/${id}/thumbnail?v=${thumbnail_hash}`;
}

export async function listStillVisible(
  db: Database,
  audience: Audience | null,
  ids: readonly string[],
): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom("video")
    .select("video.id")
    .where("video.id", "in", ids)
    .where(watchableBy(audience))
    .orderBy("video.id")
    .execute();
  return rows.map(({ id }) => id);
}
