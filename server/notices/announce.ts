// Whether members are told of a recording: once, when they can watch it for the first time. Not if it is old, or imported.
import type { Trx } from "#server/database/open.ts";
import type { VideoRow } from "#server/database/tables.ts";
import { bringForward } from "#server/queue/queue.ts";
import { addNotice, spreadJob } from "./outbox.ts";

/** Older recordings are added to complete the archive: they are not news. */
const newsMs = 30 * 86_400_000;

type Shown = Pick<VideoRow, "id" | "title" | "description" | "add_date" | "state" | "hidden" | "trashed_at">;

/** Notices that wait for the picture of a recording wait no longer: it was made, or nobody can watch the recording now. */
export async function releaseNotices(trx: Trx, videoId: string, now: Date): Promise<void> {
  const rows = await trx.selectFrom("notice").select("id").where("video_id", "=", videoId).execute();
  await bringForward(trx, { kind: spreadJob, keys: rows.map(({ id }) => String(id)), now });
}

/** Call it in every transaction that may have made a recording visible. It does nothing the second time. */
export async function announceShown(trx: Trx, video: Shown, now: Date): Promise<void> {
  if (video.state !== "published" || video.hidden || video.trashed_at !== null)
    return releaseNotices(trx, video.id, now);
  const isOld = now.getTime() - video.add_date.getTime() > newsMs;
  const isFirst = await markAnnounced(trx, video.id, { why: isOld ? "old" : "told", at: now });
  if (!isFirst || isOld) return;
  const { id, title, description } = video;
  // it is told again only if it was withdrawn before anybody was told: then the mark was removed
  const { told } = await trx
    .selectFrom("notice")
    .select((select) => select.fn.countAll<number>().as("told"))
    .where("video_id", "=", id)
    .executeTakeFirstOrThrow();
  await addNotice(trx, {
    key: `recording:${id}:${told}`,
    kind: "recording",
    title,
    text: shorten(description),
    videoId: id,
    at: now,
  });
}

type Opened = Pick<VideoRow, "id" | "title" | "description" | "state" | "hidden" | "trashed_at" | "level">;

/**
 * Early access has ended: those who can watch it from now on are told, once for each level. Not if nobody was told of it when
 * it was published, because it was old or imported. `video` is as it was before.
 */
export async function announceOpened(
  trx: Trx,
  video: Opened,
  { level, now }: { level: string | null; now: Date },
): Promise<void> {
  if (video.state !== "published" || video.hidden || video.trashed_at !== null || video.level === null) return;
  const { id, title, description } = video;
  const announced = await trx.selectFrom("announced").select("why").where("video_id", "=", id).executeTakeFirst();
  if (announced?.why !== "told") return;
  await addNotice(trx, {
    ...{ key: `opened:${id}:${level ?? ""}`, kind: "recording", title, text: shorten(description) },
    ...{ videoId: id, wasLevel: video.level, at: now },
  });
}

/** Call it in the transaction that adds an imported recording: members are never told of it. */
export async function announceNever(trx: Trx, videoId: string, at: Date): Promise<void> {
  await markAnnounced(trx, videoId, { why: "imported", at });
}

/** Forgets a notice that nobody was told, because the recording was hidden or deleted first. If it is shown again, that is news. */
export async function forgetAnnounced(trx: Trx, videoId: string): Promise<void> {
  await trx.deleteFrom("announced").where("video_id", "=", videoId).where("why", "=", "told").execute();
}

async function markAnnounced(
  trx: Trx,
  videoId: string,
  { why, at }: { why: "told" | "old" | "imported"; at: Date },
): Promise<boolean> {
  const marked = await trx
    .insertInto("announced")
    .values({ video_id: videoId, why, at })
    .onConflict((conflict) => conflict.column("video_id").doNothing())
    .returning("video_id")
    .executeTakeFirst();
  return marked !== undefined;
}

const mostText = 400;

function shorten(text: string): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  return line.length <= mostText ? line : `${line.slice(0, mostText - 1)}…`;
}
