// Rows about files: the original of a recording, and the files that were made from it.
import type { Database, Trx } from "#server/database/open.ts";
import type { Captions } from "#server/media/ffmpeg/captions.ts";
import type { Facts } from "#server/media/facts/facts.ts";
import { captionKinds, type Kind, type Rung } from "#server/media/store/kinds.ts";
import type { Loudness } from "#server/media/facts/loudness.ts";
import type { Storyboard } from "#server/media/ffmpeg/pictures.ts";
import type { Rendition } from "#server/media/fragments/playlist.ts";
import type { StoredFile } from "#server/media/store/store.ts";
import type { LockedTrx } from "./version.ts";

export interface Recording {
  videoId: string;
  sha256: string;
  bytes: number;
  name: string;
  facts: Facts;
  loudness: Loudness | null;
  problem: string | null;
  /** When a member first needed a smaller size than there was. */
  sizesAskedAt: Date | null;
}

export interface AssetFacts {
  rendition?: Rendition;
  storyboard?: Storyboard;
  captions?: Captions;
  /** When its first moment is, where a recording begins with one second: tracks may begin apart. */
  startSeconds?: number;
  /** We made its pictures: they are turned already, and their key frames are where we want them. */
  isEncoded?: boolean;
  /** It was decoded to its end, and this is what the decoder complained about. */
  complaints?: string[];
}

export interface Asset extends StoredFile {
  kind: Kind;
  facts: AssetFacts;
}

export async function addRecording(
  trx: Trx,
  recording: Omit<Recording, "loudness" | "problem" | "sizesAskedAt">,
  now: Date,
): Promise<boolean> {
  const { videoId, sha256, bytes, name, facts } = recording;
  const added = await trx
    .insertInto("recording")
    .values({
      video_id: videoId,
      sha256,
      bytes,
      // PostgreSQL takes no zero byte
      name: name.replaceAll("\0", "").slice(0, 255),
      facts: JSON.stringify(facts),
      loudness: null,
      problem: null,
      taken_in_at: now,
    })
    .onConflict((conflict) => conflict.column("sha256").doNothing())
    .returning("video_id")
    .executeTakeFirst();
  return added !== undefined;
}

export async function findByChecksum(db: Database, sha256: string): Promise<string | undefined> {
  const row = await db.selectFrom("recording").select("video_id").where("sha256", "=", sha256).executeTakeFirst();
  return row?.video_id;
}

/** Whether any original has this size. */
export async function hasSize(db: Database, bytes: number): Promise<boolean> {
  const row = await db.selectFrom("recording").select("video_id").where("bytes", "=", bytes).executeTakeFirst();
  return row !== undefined;
}

/** The recording made from the same file, also when it is in the trash; not if its original is deleted. */
export async function findUploaded(db: Database, sha256: string) {
  const row = await db
    .selectFrom("recording")
    .innerJoin("video", "video.id", "recording.video_id")
    .select(["video.id", "video.title", "video.trashed_at", "video.pictures_trashed_at"])
    .where("recording.sha256", "=", sha256)
    .where("video.purging_at", "is", null)
    .where(({ or, eb }) => or([eb("video.pictures_gone_at", "is", null), eb("video.trashed_at", "is not", null)]))
    .executeTakeFirst();
  return row && { id: row.id, title: row.title, in_trash: (row.trashed_at ?? row.pictures_trashed_at) !== null };
}

/** Undefined when the recording is gone or being deleted. */
export async function findRecording(db: Database, videoId: string): Promise<Recording | undefined> {
  const row = await db
    .selectFrom("recording")
    .innerJoin("video", "video.id", "recording.video_id")
    .selectAll("recording")
    .where("recording.video_id", "=", videoId)
    .where("video.purging_at", "is", null)
    .executeTakeFirst();
  if (!row) return undefined;
  const { sha256, bytes, name, problem } = row;
  const facts = row.facts as unknown as Facts;
  const loudness = row.loudness as unknown as Loudness | null;
  return { videoId, sha256, bytes, name, facts, loudness, problem, sizesAskedAt: row.sizes_asked_at };
}

export async function setLoudness(trx: Trx, videoId: string, loudness: Loudness): Promise<void> {
  await trx
    .updateTable("recording")
    .set({ loudness: JSON.stringify(loudness) })
    .where("video_id", "=", videoId)
    .execute();
}

export async function setFacts(trx: Trx, videoId: string, facts: Facts): Promise<void> {
  await trx
    .updateTable("recording")
    .set({ facts: JSON.stringify(facts) })
    .where("video_id", "=", videoId)
    .execute();
}

export async function setProblem(trx: Trx, videoId: string, problem: string | null): Promise<void> {
  await trx.updateTable("recording").set({ problem }).where("video_id", "=", videoId).execute();
}

export async function setSoundPrint(trx: Trx, videoId: string, print: string): Promise<void> {
  await trx.updateTable("recording").set({ sound_print: print }).where("video_id", "=", videoId).execute();
}

/** Only the first time counts. */
export async function setSizesAsked(db: Database, videoId: string, now: Date): Promise<void> {
  await db
    .updateTable("recording")
    .set({ sizes_asked_at: now })
    .where("video_id", "=", videoId)
    .where("sizes_asked_at", "is", null)
    .execute();
}

/** The version of the judge that has looked at what was made of it; zero: none has. */
export async function setJudgedBy(db: Database, videoId: string, version: number): Promise<void> {
  await db.updateTable("recording").set({ judged_by: version }).where("video_id", "=", videoId).execute();
}

export async function listAssets(db: Database, videoId: string): Promise<Asset[]> {
  const rows = await db.selectFrom("asset").selectAll().where("video_id", "=", videoId).orderBy("kind").execute();
  return rows.map(({ kind, sha256, bytes, facts }) => ({ kind: kind as Kind, sha256, bytes, facts }));
}

/** Those of several recordings, by recording. */
export async function listAssetsOf(
  db: Database,
  videoIds: readonly string[],
  kinds: readonly Kind[],
): Promise<Map<string, Asset[]>> {
  if (videoIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("asset")
    .select(["video_id", "kind", "sha256", "bytes", "facts"])
    .where("video_id", "in", videoIds)
    .where("kind", "in", kinds)
    .orderBy("kind")
    .execute();
  const assets = rows.map(({ video_id, kind, ...asset }) => ({ video_id, asset: { ...asset, kind: kind as Kind } }));
  return new Map(
    [...Map.groupBy(assets, ({ video_id }) => video_id)].map(([id, list]) => [id, list.map(({ asset }) => asset)]),
  );
}

/** The original and what was made of it, for editors. */
export async function describeFiles(db: Database, videoId: string) {
  const original = await db
    .selectFrom("recording")
    .select(["name", "bytes", "sha256", "taken_in_at"])
    .where("video_id", "=", videoId)
    // of a recording whose video was deleted
    .where("bytes", ">", 0)
    .executeTakeFirst();
  const made = await db
    .selectFrom("asset")
    .select(["kind", "bytes", "made_at"])
    .where("video_id", "=", videoId)
    .orderBy("kind")
    .execute();
  return {
    original: original
      ? {
          ...{ name: original.name, bytes: original.bytes, sha256: original.sha256 },
          added_at: original.taken_in_at.toISOString(),
        }
      : null,
    made: made.map(({ kind, bytes, made_at }) => ({ kind, bytes, made_at: made_at.toISOString() })),
  };
}

export async function saveAssets(trx: Trx, videoId: string, assets: readonly Asset[], now: Date): Promise<void> {
  for (const { kind, sha256, bytes, facts } of assets) {
    const values = { sha256, bytes, facts: JSON.stringify(facts), made_at: now };
    await trx
      .insertInto("asset")
      .values({ video_id: videoId, kind, ...values })
      .onConflict((conflict) => conflict.columns(["video_id", "kind"]).doUpdateSet(values))
      .execute();
  }
}

export async function dropAssets(trx: Trx, videoId: string, kinds: readonly Kind[]): Promise<void> {
  if (kinds.length > 0)
    await trx.deleteFrom("asset").where("video_id", "=", videoId).where("kind", "in", kinds).execute();
}

/** Call it after its captions were changed. */
export async function countCaptions(trx: LockedTrx, videoId: string): Promise<void> {
  await trx
    .updateTable("video")
    .set(({ selectFrom }) => ({
      caption_count: selectFrom("asset")
        .select(({ fn }) => fn.countAll<number>().as("count"))
        .where("asset.video_id", "=", videoId)
        .where("asset.kind", "in", captionKinds),
    }))
    .where("id", "=", videoId)
    .execute();
}

/** Files that are not served when only the audio is kept. */
export function isOfPictures(kind: Kind): boolean {
  return kind.startsWith("video-") || kind === "storyboard";
}

export function rungOf(kind: Kind): Rung | undefined {
  return /^video-(.+)\.mp4$/.exec(kind)?.[1] as Rung | undefined;
}

/** A part of the address that changes whenever the file changes. */
export function versionOf({ sha256 }: Pick<StoredFile, "sha256">): string {
  return sha256.slice(0, 16);
}

const idsAtOnce = 500;

/** The addresses of the waveforms of these recordings. */
export async function findWaveforms(db: Database, ids: Iterable<string>): Promise<Map<string, string>> {
  const all = [...new Set(ids)];
  const found = new Map<string, string>();
  for (let from = 0; from < all.length; from += idsAtOnce) {
    const rows = await db
      .selectFrom("asset")
      .select(["video_id", "sha256"])
      .where("kind", "=", "waveform")
      .where("video_id", "in", all.slice(from, from + idsAtOnce))
      .execute();
    for (const row of rows) found.set(row.video_id, `/api/media/${row.video_id}/waveform?v=${versionOf(row)}`);
  }
  return found;
}
