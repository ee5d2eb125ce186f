// Links to moments: made by a member, listed for them and for the owner, and ended. The token is shown once and stored as a hash.
import { randomBytes, randomUUID } from "node:crypto";
import { momentLimits } from "#contract/moments/moment-limits.ts";
import type { Moment, NewMoment, SharedMoment } from "#contract/moments/moments.ts";
import { type Audience, audiences, visibleTo, watchableBy } from "#server/access/visible.ts";
import type { Database } from "#server/database/open.ts";
import { getVideo, type VideoRow } from "#server/library/video.ts";
import { recordAudit } from "#server/member/audit.ts";
import { hashToken } from "#server/member/session.ts";
import type { Parts } from "#server/parts.ts";
import { Refusal } from "#server/refusal.ts";
import { momentAudience } from "./audience.ts";
import type { FindExcerpt } from "./cut-moment.ts";
import { words } from "./words.ts";
import type { MyData } from "#contract/my-data.ts";

const tokenBytes = 24;
const dayMs = 24 * 3_600_000;
const keepOverMs = 30 * dayMs;

interface Wish extends NewMoment {
  memberId: string;
  audience: Audience | null;
  videoId: string;
}

export async function makeMoment(
  { db, config, clock }: Pick<Parts, "db" | "config" | "clock">,
  findExcerpt: FindExcerpt,
  wish: Wish,
): Promise<{ moment: Moment; url: string }> {
  const video = await getVideo(db, wish.audience, wish.videoId);
  if (!config.moments) throw new Refusal("conflict", words.isOff);
  if (video.hidden) throw new Refusal("conflict", words.isHidden);
  if (video.level !== null) throw new Refusal("conflict", words.isForLevel);
  if (video.state !== "published" || video.duration_seconds === null) throw new Refusal("conflict", words.notReady);
  const part = requirePart(wish, video.duration_seconds);
  // a link that cannot be played yet would only disappoint
  if (!(await findExcerpt({ videoId: video.id, fromMs: part.from_ms, toMs: part.to_ms })))
    throw new Refusal("conflict", words.notReady);
  const now = clock.now();
  const token = randomBytes(tokenBytes).toString("base64url");
  const row = {
    ...{ id: randomUUID(), token_hash: hashToken(token), member_id: wish.memberId, video_id: video.id, ...part },
    ...{ made_at: now, until: new Date(now.getTime() + momentLimits.days * dayMs), plays: 0, ended_at: null },
  };
  await db.transaction().execute(async (trx) => {
    await trx
      .deleteFrom("moment")
      .where("until", "<", new Date(now.getTime() - keepOverMs))
      .execute();
    const live = await selectLive(trx, now).where("moment.member_id", "=", wish.memberId).execute();
    if (live.length >= momentLimits.live) throw new Refusal("conflict", words.tooMany(momentLimits.live));
    await trx.insertInto("moment").values(row).execute();
    await recordAudit(trx, { at: now, kind: "moment-made", memberId: wish.memberId, detail: { video_id: video.id } });
  });
  return { moment: describe({ ...row, title: video.title }), url: `${config.publicUrl}/moment/${token}` };
}

/** Rounds to whole milliseconds. */
function requirePart({ start, end }: NewMoment, durationSeconds: number): { from_ms: number; to_ms: number } {
  const { leastSeconds, seconds } = momentLimits;
  const refuse = (field: string, rule: string) =>
    new Refusal("bad-input", words.badPart, { fields: [{ field, rule }] });
  const [from_ms, to_ms] = [Math.round(start * 1000), Math.round(end * 1000)];
  if (to_ms - from_ms < leastSeconds * 1000) throw refuse("end", words.mustBeLater(leastSeconds));
  if (to_ms - from_ms > seconds * 1000) throw refuse("end", words.tooLong(seconds));
  if (to_ms > Math.ceil(durationSeconds * 1000)) throw refuse("end", words.notInside);
  return { from_ms, to_ms };
}

/** Those that work, of recordings that members can see. Newest first. */
export async function listOwnMoments(
  { db, config, clock }: Pick<Parts, "db" | "config" | "clock">,
  memberId: string,
): Promise<Moment[]> {
  if (!config.moments) return [];
  const rows = await selectLive(db, clock.now())
    .where("moment.member_id", "=", memberId)
    .where(watchableBy(momentAudience))
    .execute();
  return rows.map(describe);
}

const mostListed = 500;

export async function listMoments({ db, clock }: Pick<Parts, "db" | "clock">): Promise<SharedMoment[]> {
  const rows = await selectLive(db, clock.now())
    .where(watchableBy(momentAudience))
    .innerJoin("member", "member.id", "moment.member_id")
    .select("member.name")
    .limit(mostListed)
    .execute();
  return rows.map((row) => ({ ...describe(row), member: { id: row.member_id, name: row.name } }));
}

/** For its maker and for the owner. Moments of others do not exist for a member. */
export async function endMoment(
  { db, clock }: Pick<Parts, "db" | "clock">,
  { id, memberId, isOwner }: { id: string; memberId: string; isOwner: boolean },
): Promise<void> {
  const now = clock.now();
  await db.transaction().execute(async (trx) => {
    // also one that is used up: its last play may be under way
    const row = await trx
      .selectFrom("moment")
      .select(["member_id", "video_id"])
      .where("id", "=", id)
      .where("ended_at", "is", null)
      .where("until", ">", now)
      .executeTakeFirst();
    if (!row || !(isOwner || row.member_id === memberId)) throw new Refusal("not-found", words.noSuchMoment);
    await trx.updateTable("moment").set({ ended_at: now }).where("id", "=", id).execute();
    const actorId = row.member_id === memberId ? null : memberId;
    await recordAudit(trx, {
      ...{ at: now, kind: "moment-ended", memberId: row.member_id, actorId },
      detail: { video_id: row.video_id },
    });
  });
}

function selectLive(db: Database, now: Date) {
  return db
    .selectFrom("moment")
    .innerJoin("video", "video.id", "moment.video_id")
    .select(["moment.id", "moment.member_id", "moment.video_id", "moment.from_ms", "moment.to_ms"])
    .select(["moment.made_at", "moment.until", "moment.plays", "video.title"])
    .where("moment.ended_at", "is", null)
    .where("moment.until", ">", now)
    .where("moment.plays", "<", momentLimits.plays)
    .orderBy("moment.made_at", "desc")
    .orderBy("moment.id");
}

type LiveRow = Omit<Awaited<ReturnType<ReturnType<typeof selectLive>["execute"]>>[number], "member_id">;

function describe({ from_ms, to_ms, made_at, until, ...row }: LiveRow): Moment {
  return {
    ...{ id: row.id, video_id: row.video_id, title: row.title, plays: row.plays },
    ...{ start: from_ms / 1000, end: to_ms / 1000 },
    ...{ made_at: made_at.toISOString(), until: until.toISOString() },
  };
}

/** Whether the page offers to share a moment of a recording that can be watched. */
export function mayShare(config: Pick<Parts["config"], "moments">, { hidden, state, level }: VideoRow): boolean {
  return config.moments && !hidden && level === null && state === "published";
}

// What is stored about the moments that one member has shared. Never a token.

export async function exportMoments(
  db: Database,
  { memberId, audience }: { memberId: string; audience: Audience | null },
): Promise<Pick<MyData, "moments">> {
  const rows = await db
    .selectFrom("moment")
    .innerJoin("video", "video.id", "moment.video_id")
    .selectAll("moment")
    .where("moment.member_id", "=", memberId)
    .where(visibleTo(audience ?? audiences.viewers))
    .orderBy("moment.made_at", "desc")
    .execute();
  return {
    moments: rows.map(({ video_id, from_ms, to_ms, made_at, until, plays, ended_at }) => ({
      ...{ video_id, start: from_ms / 1000, end: to_ms / 1000, plays, is_ended: ended_at !== null },
      ...{ made_at: made_at.toISOString(), until: until.toISOString() },
    })),
  };
}
