// What retention reads and writes: the one row of its rule and memory, the videos a rule looks at, and its audit.
import { sql } from "kysely";
import { setImmediate } from "node:timers/promises";
import type { Database } from "#server/database/open.ts";
import { recordEvent } from "#server/history/log.ts";
import { restartTrash, withdrawLeaving } from "#server/library/leaving.ts";
import { changeLibrary, type LockedTrx } from "#server/library/version.ts";
import type { VideoRow } from "#server/library/video.ts";
import { captionKinds } from "#server/media/store/kinds.ts";
import { jobOf, steps } from "#server/prepare/steps.ts";
import { dayMs, type Kept, type Rule } from "./plan.ts";

export async function readRetention(db: Database) {
  const row = await db
    .selectFrom("retention")
    .leftJoin("member", "member.id", "retention.changed_by")
    .selectAll("retention")
    .select("member.name as changed_by_name")
    .executeTakeFirstOrThrow();
  const rule: Rule = { keepDays: row.keep_days, capBytes: row.cap_bytes, keepAudio: row.keep_audio };
  return { ...row, rule };
}
export type RetentionRow = Awaited<ReturnType<typeof readRetention>>;

/** After a rule was changed, a backup restored or the clock set, nothing leaves for a day. */
export const restMs = dayMs;

export function restsUntil({ changed_at, restored_at, clock_jumped_at }: RetentionRow): Date | null {
  const last = Math.max(...[changed_at, restored_at, clock_jumped_at].map((at) => at?.getTime() ?? 0));
  return last === 0 ? null : new Date(last + restMs);
}

/** Without each of these there is no sound to play. */
export const playedKinds = ["audio.m4a", "audio.mp4", "audio.m3u8"] as const;
/** What stays when only the pictures leave. */
export const soundKinds = [
  ...playedKinds,
  ...(["waveform", "waveform-detail", "harmony", "thumbnail"] as const),
  ...captionKinds,
] as const;

type KeptRow = Kept & { title: string; thumbnail_hash: string | null };

/** As many at a time as are read in a few milliseconds: others are served in between. */
const sliceSize = 500;

/**
 * Everything that is not in the trash, with what it takes. With `addedUntil` only what is that old, or announced: enough
 * where sizes do not matter.
 */
export async function listKept(db: Database, { addedUntil }: { addedUntil?: Date } = {}): Promise<KeptRow[]> {
  const busy = await listPreparing(db);
  const kept: KeptRow[] = [];
  for (let after = ""; ; await setImmediate()) {
    const rows = await db
      .selectFrom("video")
      .leftJoin("recording", "recording.video_id", "video.id")
      .select(["video.id", "video.title", "video.thumbnail_hash", "video.created_at", "video.state", "video.leaves_at"])
      .select(["video.prevent_autodelete", "video.audio_only", "video.pictures_trashed_at", "video.purging_at"])
      .select("recording.bytes as original_bytes")
      .where("video.id", ">", after)
      .where("video.trashed_at", "is", null)
      .$if(addedUntil !== undefined, (query) =>
        query.where(({ or, eb }) =>
          or([eb("video.created_at", "<=", addedUntil as Date), eb("video.leaves_at", "is not", null)]),
        ),
      )
      .orderBy("video.id")
      .limit(sliceSize)
      .execute();
    const sizes = await sumAssets(
      db,
      rows.map(({ id }) => id),
    );
    kept.push(...rows.map((row) => describeKept(row, sizes.get(row.id), busy.has(row.id))));
    after = rows.at(-1)?.id ?? "";
    if (rows.length < sliceSize) return kept;
  }
}

interface FoundRow extends Pick<VideoRow, "id" | "title" | "thumbnail_hash" | "created_at" | "state" | "leaves_at"> {
  prevent_autodelete: boolean;
  audio_only: boolean;
  pictures_trashed_at: Date | null;
  purging_at: Date | null;
  original_bytes: number | null;
}

function describeKept(row: FoundRow, sizes: Sizes | undefined, isPreparing: boolean): KeptRow {
  const { bytes: madeBytes = 0, soundBytes = 0, sounds = 0 } = sizes ?? {};
  const bytes = (row.original_bytes ?? 0) + madeBytes;
  return {
    id: row.id,
    title: row.title,
    thumbnail_hash: row.thumbnail_hash,
    addedAt: row.created_at,
    bytes: row.pictures_trashed_at ? soundBytes : bytes,
    pictureBytes: row.pictures_trashed_at ? 0 : bytes - soundBytes,
    state: row.state,
    isProtected: row.prevent_autodelete,
    canKeepAudio: !row.audio_only && sounds === playedKinds.length,
    isBusy: row.pictures_trashed_at !== null || row.purging_at !== null || isPreparing,
    leavesAt: row.leaves_at,
  };
}

interface Sizes {
  bytes: number;
  /** The bytes that stay when only the video is deleted. */
  soundBytes: number;
  /** Three, when its sound can be played without pictures. */
  sounds: number;
}

export async function sumAssets(db: Database, ids: readonly string[]): Promise<Map<string, Sizes>> {
  if (ids.length === 0) return new Map();
  const isSound = sql.join(soundKinds.map((kind) => sql.lit(kind)));
  const isPlayed = sql.join(playedKinds.map((kind) => sql.lit(kind)));
  const rows = await db
    .selectFrom("asset")
    .select(["video_id", sql<number>`sum(bytes)`.as("bytes")])
    .select(sql<number>`sum(case when kind in (${isSound}) then bytes else 0 end)`.as("soundBytes"))
    .select(sql<number>`sum(case when kind in (${isPlayed}) then 1 else 0 end)`.as("sounds"))
    .where("video_id", "in", ids)
    .groupBy("video_id")
    .execute();
  return new Map(rows.map(({ video_id, ...sizes }) => [video_id, sizes]));
}

/** What a rule without a cap could let go until then. */
export function youngest({ keepDays, capBytes }: Rule, until: number): { addedUntil?: Date } {
  if (capBytes !== null) return {};
  return { addedUntil: keepDays === null ? new Date(0) : new Date(until - keepDays * dayMs) };
}

/** What is still being made is not measured by a rule yet. */
async function listPreparing(db: Database): Promise<Set<string>> {
  const jobs = await db
    .selectFrom("job")
    .select("key")
    .where("kind", "in", steps.map(jobOf))
    .where("state", "in", ["waiting", "running"])
    .execute();
  return new Set(jobs.flatMap(({ key }) => key ?? []));
}

/** What is announced is taken back: it needs 7 days of notice again. */
export async function withdrawAll(trx: LockedTrx, now: Date): Promise<void> {
  await withdrawLeaving(trx, "all", now);
}

/**
 * A database was put back from a backup: its dates are not to be trusted. Nothing leaves for a day, announcements begin
 * anew, and what is in the trash has its 7 days again.
 */
export async function noteRestored(db: Database, now: Date): Promise<void> {
  await changeLibrary(db, async (trx) => {
    await withdrawAll(trx, now);
    await restartTrash(trx, now);
    await trx
      .updateTable("retention")
      .set({ restored_at: now, store_id: null, last_run_at: null, lease_by: null, lease_until: null })
      .execute();
    await recordRetention(trx, { at: now, kind: "retention-restored", memberId: null });
  });
}

type RetentionAudit = "retention-changed" | "retention-restored" | "retention-stopped" | "purge-begun" | "purge-done";

export async function recordRetention(
  db: Database,
  entry: {
    at: Date;
    kind: RetentionAudit;
    memberId: string | null;
    subject?: string;
    detail?: Record<string, unknown>;
  },
): Promise<void> {
  await recordEvent(db, entry);
}
