// When songs were played: the date of their recording, kept beside each performance for the index.
import type { Trx } from "#server/database/open.ts";

/** The date of the recording was changed. */
export async function movePlayed(trx: Trx, videoId: string, playedAt: Date): Promise<void> {
  await trx.updateTable("performance_song").set({ played_at: playedAt }).where("video_id", "=", videoId).execute();
}
