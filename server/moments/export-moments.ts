// What is stored about the moments that one member has shared. Never a token.
import type { MyData } from "#contract/my-data.ts";
import { visibleTo, type Audience } from "#server/access/visible.ts";
import type { Database } from "#server/database/open.ts";

export async function exportMoments(
  db: Database,
  { memberId, audience }: { memberId: string; audience: Audience | null },
): Promise<Pick<MyData, "moments">> {
  const rows = await db
    .selectFrom("moment")
    .innerJoin("video", "video.id", "moment.video_id")
    .selectAll("moment")
    .where("moment.member_id", "=", memberId)
    .where(visibleTo(audience ?? "viewers"))
    .orderBy("moment.made_at", "desc")
    .execute();
  return {
    moments: rows.map(({ video_id, from_ms, to_ms, made_at, until, plays, ended_at }) => ({
      ...{ video_id, start: from_ms / 1000, end: to_ms / 1000, plays, is_ended: ended_at !== null },
      ...{ made_at: made_at.toISOString(), until: until.toISOString() },
    })),
  };
}
