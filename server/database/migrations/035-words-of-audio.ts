// Captions of recordings without pictures were kept and never made: the step that makes them was left out for those.
import type { Database } from "#server/database/open.ts";

export async function up(db: Database): Promise<void> {
  const rows = await db
    .selectFrom("recording")
    .select(["video_id", "facts"])
    .where("video_id", "not in", db.selectFrom("asset").select("video_id").where("kind", "=", "captions-1.vtt"))
    .execute();
  const now = new Date();
  for (const { video_id: videoId, facts } of rows) {
    const { video, captions = [], broughtCaptions = 0 } = facts as Facts;
    if (video !== null || captions.length + broughtCaptions === 0) continue;
    const payload = JSON.stringify({ videoId });
    await db
      .insertInto("job")
      .values({ kind: "prepare-captions", key: videoId, payload, state: "waiting", run_at: now, created_at: now })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

interface Facts {
  video?: unknown;
  captions?: unknown[];
  broughtCaptions?: number;
}
