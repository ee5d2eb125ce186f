// Where a member stopped in each recording. The newest position wins, by the time that the device sends.
import { watchableBy, type Audience } from "#server/access/visible.ts";
import type { Database } from "#server/database/open.ts";
import { getVideo } from "./video.ts";

/** A device whose clock is ahead must not win for ever. */
const mostAheadMs = 60_000;
const mostListed = 500;

interface SavedPosition {
  id: string;
  seconds: number;
  at: Date;
}

interface Owner {
  memberId: string;
  audience: Audience | null;
}

export async function listPositions(db: Database, { memberId, audience }: Owner): Promise<SavedPosition[]> {
  return db
    .selectFrom("position")
    .innerJoin("video", "video.id", "position.video_id")
    .select(["position.video_id as id", "position.seconds", "position.at"])
    .where("position.member_id", "=", memberId)
    .where(watchableBy(audience))
    .orderBy("position.at", "desc")
    .limit(mostListed)
    .execute();
}

export async function savePosition(
  db: Database,
  owner: Owner & { now: Date },
  { id, seconds, at }: SavedPosition,
): Promise<void> {
  await getVideo(db, owner.audience, id);
  const latest = new Date(Math.min(at.getTime(), owner.now.getTime() + mostAheadMs));
  await db
    .insertInto("position")
    .values({ member_id: owner.memberId, video_id: id, seconds, at: latest })
    .onConflict((conflict) =>
      conflict
        .columns(["member_id", "video_id"])
        .doUpdateSet({ seconds, at: latest })
        .where("position.at", "<", latest),
    )
    .execute();
}
