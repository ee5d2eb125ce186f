// Every file that the database names: it must be in the store and in a backup, unchanged.
import type { Database } from "#server/database/open.ts";
import type { Kind } from "#server/media/store/kinds.ts";
import { nameOf, originalName, type StoredFile } from "#server/media/store/store.ts";

export interface ExpectedFile extends StoredFile {
  videoId: string;
  kind: Kind | "original";
  title: string;
  /** Its deletion has begun: it may be there or not. */
  isLeaving: boolean;
}

/** The files of one video, or of all. Also reads a backup's database that has not had the newest migrations. */
export async function listExpected(db: Database, videoId?: string): Promise<ExpectedFile[]> {
  const videos = await db
    .selectFrom("video")
    .selectAll()
    .$if(videoId !== undefined, (query) => query.where("id", "=", videoId as string))
    .execute();
  const recordings = await db
    .selectFrom("recording")
    .select(["video_id", "sha256", "bytes"])
    .$if(videoId !== undefined, (query) => query.where("video_id", "=", videoId as string))
    .execute();
  const assets = await db
    .selectFrom("asset")
    .select(["video_id", "kind", "sha256", "bytes"])
    .$if(videoId !== undefined, (query) => query.where("video_id", "=", videoId as string))
    .execute();
  const byId = new Map(videos.map((video) => [video.id, video]));
  const expected = (
    { video_id, sha256, bytes }: (typeof recordings)[number],
    kind: ExpectedFile["kind"],
  ): ExpectedFile[] => {
    const video = byId.get(video_id);
    if (!video || (kind === "original" && video.pictures_gone_at)) return [];
    return [{ videoId: video_id, kind, sha256, bytes, title: video.title, isLeaving: Boolean(video.purging_at) }];
  };
  return [
    ...recordings.flatMap((row) => expected(row, "original")),
    ...assets.flatMap((row) => expected(row, row.kind as Kind)),
  ];
}

/** What it is called in its video's folder. */
export function nameOfFile({ kind, sha256 }: Pick<ExpectedFile, "kind" | "sha256">): string {
  return kind === "original" ? originalName : nameOf({ kind, sha256 });
}
