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
  /** Of the device that asks. */
  sessionId: string;
  audience: Audience | null;
  now: Date;
}

/** A device that plays saves its position every 15 seconds: two of them may be late. */
const mostSilentMs = 45_000;

type ListedPosition = SavedPosition & { isElsewhere: boolean };

export async function listPositions(db: Database, owner: Owner): Promise<ListedPosition[]> {
  const { memberId, sessionId, audience, now } = owner;
  const rows = await db
    .selectFrom("position")
    .innerJoin("video", "video.id", "position.video_id")
    .select(["position.video_id as id", "position.seconds", "position.at", "position.playing_session"])
    .where("position.member_id", "=", memberId)
    .where(watchableBy(audience))
    .orderBy("position.at", "desc")
    .limit(mostListed)
    .execute();
  return rows.map(({ playing_session: session, ...position }) => {
    const isNow = now.getTime() - position.at.getTime() < mostSilentMs;
    return { ...position, isElsewhere: isNow && session !== null && session !== sessionId };
  });
}

export async function savePosition(
  db: Database,
  owner: Owner,
  { id, seconds, at, isPlaying }: SavedPosition & { isPlaying: boolean },
): Promise<void> {
  await getVideo(db, owner.audience, id);
  const latest = new Date(Math.min(at.getTime(), owner.now.getTime() + mostAheadMs));
  const saved = { seconds, at: latest, playing_session: isPlaying ? owner.sessionId : null };
  await db
    .insertInto("position")
    .values({ member_id: owner.memberId, video_id: id, ...saved })
    .onConflict((conflict) =>
      conflict.columns(["member_id", "video_id"]).doUpdateSet(saved).where("position.at", "<", latest),
    )
    .execute();
}
