// Which members may be told of recordings now: those who chose it and may watch.
import type { NoticeKind } from "#contract/notices.ts";
import { findLock, listenersOf, watchableBy, type Audience } from "#server/access/visible.ts";
import type { Database } from "#server/database/open.ts";
import { decideFor, findMember, listIdentities } from "#server/member/membership.ts";
import type { Parts } from "#server/parts.ts";
import type { Choice } from "./choices.ts";

type ReaderParts = Pick<Parts, "db" | "config" | "clock">;

export async function listChoosers(db: Database, wish: "each" | "weekly" | "live"): Promise<Choice[]> {
  return db
    .selectFrom("notice_choice")
    .selectAll()
    .where((e) =>
      wish === "live"
        ? e.or([e("live_mail", "=", true), e("live_push", "=", true)])
        : e.or([e("mail", "=", wish), e("push", "=", wish)]),
    )
    .orderBy("member_id")
    .execute();
}

/** That one's access ends is told to everybody who wants to be told of recordings at all. */
export function isWanted(choice: Choice, channel: "mail" | "push", kind: NoticeKind): boolean {
  if (kind === "live") return choice[`live_${channel}`];
  const wish = choice[channel];
  return kind === "ending" ? wish !== "nothing" : wish === (kind === "digest" ? "weekly" : "each");
}

interface About {
  /** Null: any recording at all. */
  video_id: string | null;
  was_level: string | null;
}

/** Whether this member may watch this recording; of one that early access has ended for, whether that is new for them. */
export async function mayBeTold(parts: ReaderParts, memberId: string, about: About): Promise<boolean> {
  const { video_id: videoId, was_level: level } = about;
  const audience = await findReader(parts, memberId);
  if (audience !== null && level !== null && findLock(audience)({ level }) === null) return false;
  return audience !== null && (videoId === null || isWatchable(parts.db, audience, videoId));
}

/** What this member may watch; null: nothing. */
export async function findReader({ db, config, clock }: ReaderParts, memberId: string): Promise<Audience | null> {
  const member = await findMember(db, memberId);
  return member ? listenersOf(decideFor(member, await listIdentities(db, memberId), config, clock.now())) : null;
}

export async function isWatchable(db: Database, audience: Audience, videoId: string): Promise<boolean> {
  const video = await db
    .selectFrom("video")
    .select("id")
    .where("id", "=", videoId)
    .where(watchableBy(audience))
    .executeTakeFirst();
  return video !== undefined;
}
