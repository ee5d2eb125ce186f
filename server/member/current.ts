// Session token -> the logged-in member and what they may do now, cached for seconds. A membership that was last checked
// too long ago is checked again in the background; the request itself uses what is stored.
import type { Permission } from "#server/access/permission.ts";
import type { Database } from "#server/database/open.ts";
import type { Parts } from "#server/parts.ts";
import { addJob } from "#server/queue/queue.ts";
import { remember, type Memory } from "#server/remember.ts";
import { decideFor, findMember, listIdentities, type KnownIdentity, type Member } from "./membership.ts";
import { findSession, hashToken, nextTouchAt, touchSession, type Session } from "./session.ts";
import { isUnsettled } from "./unsettled.ts";

export interface Current {
  readonly member: Member;
  readonly session: Session;
  readonly identities: readonly KnownIdentity[];
  readonly permission: Permission;
  /** Set when the session's token was replaced: the browser must store this one. */
  readonly renewedToken: string | undefined;
}

/** Reads the cache, without waiting; undefined when it must be looked up. */
export function recallCurrent({ db, clock }: Pick<Parts, "db" | "clock">, token: string): Current | undefined {
  return recall(db, hashToken(token), clock.now());
}

export async function findCurrent(parts: Parts, token: string): Promise<Current | undefined> {
  const now = parts.clock.now();
  const key = hashToken(token);
  const known = recall(parts.db, key, now);
  if (known) return known;
  const readAt = performance.now();
  const current = await readCurrent(parts, token, now);
  if (current) keep(parts.db, key, { current, now, readAt });
  return current;
}

async function readCurrent(parts: Parts, token: string, now: Date): Promise<Current | undefined> {
  const { db, config } = parts;
  const session = await findSession(db, token, { now, lastsMs: config.signInMs });
  const member = session && (await findMember(db, session.member_id));
  if (!session || !member) return undefined;
  const identities = await listIdentities(db, member.id);
  const permission = decideFor(member, identities, config, now);
  const stale = identities.filter(
    ({ status, entitlement }) => status === "ok" && (!entitlement || now >= entitlement.softUntil),
  );
  for (const { row } of stale) {
    const { isNew } = await addJob(db, { kind: "recheck", key: row.id, payload: { identityId: row.id } });
    if (isNew) parts.wake();
  }
  return { member, session, identities, permission, renewedToken: await touchSession(db, session, token, now) };
}

/**
 * How late a change by another process may be noticed if its message is lost; forget() makes our own visible at once.
 */
const rememberMs = 5000;
const mostRemembered = 5000;

interface Remembered {
  current: Current;
  /** The ids of its member and identities. */
  ids: readonly string[];
  /** The time by a clock that cannot be set. */
  readAt: number;
  from: number;
  until: number;
}

const memories = new WeakMap<Database, Memory<Remembered>>();

function memoryOf(db: Database): Memory<Remembered> {
  return memories.getOrInsertComputed(db, () => remember({ most: mostRemembered, isOld: isOldIn(db) }));
}

/** Old by time, or because its member was changed. */
function isOldIn(db: Database): (found: Remembered) => boolean {
  return ({ ids, readAt }) => performance.now() - readAt >= rememberMs || isUnsettled(db, ids, readAt);
}

function recall(db: Database, key: string, now: Date): Current | undefined {
  const found = memoryOf(db).find(key);
  const isValid = found && now.getTime() >= found.from && now.getTime() < found.until;
  return isValid ? found.current : undefined;
}

function keep(
  db: Database,
  key: string,
  { current, now, readAt }: { current: Current; now: Date; readAt: number },
): void {
  const from = now.getTime();
  const { session, member, identities } = current;
  const guestUntil = member.guest_until?.getTime() ?? 0;
  const until = Math.min(
    from + rememberMs,
    nextTouchAt(session, key),
    guestUntil > from ? guestUntil : Infinity,
    ...identities.map(nextChangeAt),
  );
  const ids = [current.member.id, ...current.identities.map(({ row }) => row.id)];
  if (until <= from || current.renewedToken !== undefined || isUnsettled(db, ids, readAt)) return;
  memoryOf(db).keep(key, { current, ids, readAt, from, until });
}

/** When the passing of time changes what an identity allows, or makes a new check due. */
function nextChangeAt({ status, entitlement }: KnownIdentity): number {
  if (status !== "ok") return Infinity;
  if (!entitlement) return 0;
  return Math.min(entitlement.softUntil.getTime(), entitlement.hardUntil?.getTime() ?? Infinity);
}
