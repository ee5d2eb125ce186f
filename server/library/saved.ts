// Which of the recordings that a browser has saved a member may still listen to.
import { watchableBy, type Audience } from "#server/access/visible.ts";
import type { Database } from "#server/database/open.ts";

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
