// What is in the trash, as editors see it: why it is there, what it takes, and until when it can be taken back.
import { sql } from "kysely";
import type { TrashedVideo } from "#contract/retention.ts";
import type { Database } from "#server/database/open.ts";
import { thumbnailUrl } from "#server/library/video.ts";
import { trashMs } from "./plan.ts";
import { sumAssets } from "./rows.ts";
import { words } from "./words.ts";

const most = 1000;

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
    .limit(most)
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

/** Who put each of them there last. */
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
