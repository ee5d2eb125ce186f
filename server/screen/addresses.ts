// Addresses by which a television plays one recording, for one login. A television has no cookie, so the token is in the path. It is
// stored as a hash, and everything is decided anew at each request: what ends is refused at the next one.
import type { Permission } from "#server/access/permission.ts";
import { decideFor, findMember, listIdentities } from "#server/member/membership.ts";
import { hashToken, isLive, randomToken } from "#server/member/session.ts";
import type { Parts } from "#server/parts.ts";

const hourMs = 3_600_000;
/** After its last use, so that a pause is possible; and however much it is used. */
const [unusedMs, longestMs] = [3 * hourMs, 12 * hourMs];
const mostPerMember = 5;
/** Not at each fragment. */
const renewEveryMs = 5 * 60_000;

/** The member who plays and the recording, by the token in the address. */
export interface Showing {
  memberId: string;
  videoId: string;
  permission: Permission;
}

type ScreenParts = Pick<Parts, "db" | "config" | "clock">;

/** Returns the token. It is nowhere else: another call makes another one. */
export async function makeAddress(
  { db, clock }: Pick<Parts, "db" | "clock">,
  whose: { sessionId: string; memberId: string; videoId: string },
): Promise<string> {
  const token = randomToken();
  const now = clock.now();
  const { sessionId: session_id, memberId: member_id, videoId: video_id } = whose;
  await db.transaction().execute(async (trx) => {
    await trx.deleteFrom("screen").where("until", "<=", now).execute();
    const kept = await trx
      .selectFrom("screen")
      .select("token_hash")
      .where("member_id", "=", member_id)
      .orderBy("made_at", "desc")
      .execute();
    const oldest = kept.slice(mostPerMember - 1).map(({ token_hash }) => token_hash);
    if (oldest.length > 0) await trx.deleteFrom("screen").where("token_hash", "in", oldest).execute();
    const ids = { token_hash: hashToken(token), session_id, member_id, video_id };
    await trx
      .insertInto("screen")
      .values({ ...ids, made_at: now, until: untilAfter(now, now) })
      .execute();
  });
  return token;
}

/** Null when it has ended, or never was. Using it makes it last longer. */
export async function findShowing({ db, config, clock }: ScreenParts, token: string): Promise<Showing | null> {
  const now = clock.now();
  const row = await db
    .selectFrom("screen")
    .innerJoin("session", "session.id", "screen.session_id")
    .select(["screen.token_hash", "screen.member_id", "screen.video_id", "screen.made_at", "screen.until"])
    .select(["session.created_at", "session.seen_at", "session.expires_at"])
    .where("screen.token_hash", "=", hashToken(token))
    .where("screen.until", ">", now)
    .executeTakeFirst();
  if (!row || !isLive(row, { now, lastsMs: config.signInMs })) return null;
  const member = await findMember(db, row.member_id);
  if (!member) return null;
  const permission = decideFor(member, await listIdentities(db, member.id), config, now);
  const until = untilAfter(now, row.made_at);
  if (until.getTime() - row.until.getTime() >= renewEveryMs)
    await db.updateTable("screen").set({ until }).where("token_hash", "=", row.token_hash).execute();
  return { memberId: member.id, videoId: row.video_id, permission };
}

export async function endAddress({ db }: Pick<Parts, "db">, token: string): Promise<void> {
  await db.deleteFrom("screen").where("token_hash", "=", hashToken(token)).execute();
}

function untilAfter(now: Date, madeAt: Date): Date {
  return new Date(Math.min(now.getTime() + unusedMs, madeAt.getTime() + longestMs));
}
