// Sessions: rows on the server, known to the browser by a random token of which only the hash is kept.
import { hash, randomBytes, randomUUID } from "node:crypto";
import type { Selectable } from "kysely";
import type { Database } from "#server/database/open.ts";
import type { SessionTable } from "#server/database/tables.ts";
import { forget } from "./unsettled.ts";

export type Session = Selectable<SessionTable>;

const hour = 3_600_000;
const day = 24 * hour;
/** A device that is not used for so long is logged out, however long logins last. */
const idleLimit = 30 * day;
/** How long a login lasts, if the owner has not set it. */
const usualMs = 90 * day;
const renewAfter = day;
/** How long the old token still counts once the new one has been seen. */
const overlap = 60_000;
const mostPerMember = 10;
const noteSeenEvery = 5 * 60_000;

export function randomToken(): string {
  return randomBytes(32).toString("base64url");
}

export function hashToken(token: string): string {
  return hash("sha256", token, "base64url");
}

export async function openSession(
  db: Database,
  owner: { memberId: string; identityId: string; device: string; lastsMs?: number },
  now: Date,
): Promise<{ token: string; session: Session }> {
  forget(db, owner.memberId);
  const token = randomToken();
  const session = await db
    .insertInto("session")
    .values({
      id: randomUUID(),
      token_hash: hashToken(token),
      previous_hash: null,
      previous_until: null,
      member_id: owner.memberId,
      identity_id: owner.identityId,
      device: owner.device,
      created_at: now,
      seen_at: now,
      rotated_at: now,
      expires_at: new Date(now.getTime() + (owner.lastsMs ?? usualMs)),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await dropOldest(db, owner.memberId);
  return { token, session };
}

/** Neither over nor forgotten. */
export function isLive(
  { created_at, seen_at, expires_at }: Pick<Session, "created_at" | "seen_at" | "expires_at">,
  { now, lastsMs }: { now: Date; lastsMs: number },
): boolean {
  if (now >= expires_at || now.getTime() - seen_at.getTime() >= idleLimit) return false;
  // the owner may have made logins shorter since
  return now.getTime() - created_at.getTime() < lastsMs;
}

/** The live session of a token. A token that was just replaced counts until its successor has been seen for a minute. */
export async function findSession(
  db: Database,
  token: string,
  { now, lastsMs }: { now: Date; lastsMs: number },
): Promise<Session | undefined> {
  const hash = hashToken(token);
  const session = await db
    .selectFrom("session")
    .selectAll()
    .where((where) => where.or([where("token_hash", "=", hash), where("previous_hash", "=", hash)]))
    .executeTakeFirst();
  if (!session || !isLive(session, { now, lastsMs })) return undefined;
  const isPrevious = session.token_hash !== hash;
  if (isPrevious && session.previous_until && now >= session.previous_until) return undefined;
  return session;
}

/** Notes that a session is in use and, once a day, replaces its token. Returns the new token when there is one. */
export async function touchSession(
  db: Database,
  session: Session,
  token: string,
  now: Date,
): Promise<string | undefined> {
  const isCurrent = session.token_hash === hashToken(token);
  const isOld = now.getTime() - session.rotated_at.getTime() >= renewAfter;
  if (isCurrent && isOld) return renewToken(db, session, now);
  const endsOverlap = isCurrent && session.previous_hash !== null && session.previous_until === null;
  if (endsOverlap || now.getTime() - session.seen_at.getTime() >= noteSeenEvery) {
    await db
      .updateTable("session")
      .set({ seen_at: now, ...(endsOverlap && { previous_until: new Date(now.getTime() + overlap) }) })
      .where("id", "=", session.id)
      .execute();
  }
  return undefined;
}

/** When touchSession has something to do again, or this token ends: until then the session need not be looked at. */
export function nextTouchAt(session: Session, tokenHash: string): number {
  const isPrevious = session.token_hash !== tokenHash;
  return Math.min(
    session.seen_at.getTime() + noteSeenEvery,
    session.rotated_at.getTime() + renewAfter,
    session.expires_at.getTime(),
    (isPrevious && session.previous_until?.getTime()) || Infinity,
  );
}

/** Undefined when another request has renewed it in the same moment. */
export async function renewToken(db: Database, session: Session, now: Date): Promise<string | undefined> {
  const token = randomToken();
  const { numUpdatedRows } = await db
    .updateTable("session")
    .set({
      token_hash: hashToken(token),
      previous_hash: session.token_hash,
      previous_until: null,
      seen_at: now,
      rotated_at: now,
    })
    .where("id", "=", session.id)
    .where("token_hash", "=", session.token_hash)
    .executeTakeFirst();
  return numUpdatedRows > 0n ? token : undefined;
}

export async function listSessions(db: Database, memberId: string, now: Date) {
  return db
    .selectFrom("session")
    .innerJoin("identity", "identity.id", "session.identity_id")
    .select(["session.id", "session.device", "session.created_at", "session.seen_at", "identity.provider"])
    .where("session.member_id", "=", memberId)
    .where("session.expires_at", ">", now)
    .where("session.seen_at", ">", new Date(now.getTime() - idleLimit))
    .orderBy("session.seen_at", "desc")
    .execute();
}

export interface SessionCount {
  count: number;
  /** When one of them was last in use. */
  seenAt: Date;
}

/** Counts live sessions by member; a member without any is missing. */
export async function countSessions(
  db: Database,
  memberIds: readonly string[],
  now: Date,
): Promise<Map<string, SessionCount>> {
  if (memberIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("session")
    .select(["member_id", "seen_at"])
    .where("member_id", "in", memberIds)
    .where("expires_at", ">", now)
    .where("seen_at", ">", new Date(now.getTime() - idleLimit))
    .orderBy("seen_at", "desc")
    .execute();
  const byMember = Map.groupBy(rows, ({ member_id }) => member_id);
  return new Map([...byMember].map(([id, list]) => [id, { count: list.length, seenAt: list[0]?.seen_at ?? now }]));
}

/** Which of a member's sessions to end: one, all but one, or those opened through one identity. */
type SessionChoice = { id: string } | { except: string } | { identityId: string } | "all";

export async function endSessions(db: Database, memberId: string, choice: SessionChoice): Promise<number> {
  forget(db, memberId);
  let sessions = db.deleteFrom("session").where("member_id", "=", memberId);
  if (choice !== "all") {
    if ("id" in choice) sessions = sessions.where("id", "=", choice.id);
    else if ("except" in choice) sessions = sessions.where("id", "!=", choice.except);
    else sessions = sessions.where("identity_id", "=", choice.identityId);
  }
  const { numDeletedRows } = await sessions.executeTakeFirst();
  return Number(numDeletedRows);
}

export async function sweepSessions(db: Database, { now, lastsMs }: { now: Date; lastsMs: number }): Promise<void> {
  const tooOld = new Date(now.getTime() - lastsMs);
  const idleSince = new Date(now.getTime() - idleLimit);
  await db
    .deleteFrom("session")
    .where((where) =>
      where.or([where("expires_at", "<=", now), where("seen_at", "<=", idleSince), where("created_at", "<=", tooOld)]),
    )
    .execute();
}

async function dropOldest(db: Database, memberId: string): Promise<void> {
  const extra = await db
    .selectFrom("session")
    .select("id")
    .where("member_id", "=", memberId)
    .orderBy("seen_at", "desc")
    .orderBy("created_at", "desc")
    .offset(mostPerMember)
    .limit(100)
    .execute();
  if (extra.length > 0) {
    await db
      .deleteFrom("session")
      .where(
        "id",
        "in",
        extra.map(({ id }) => id),
      )
      .execute();
  }
}
