// Session token -> the signed-in person and what they may do now. A membership whose answer has become old is asked
// again in the background; this request is served from what is stored.
import type { Permission } from "#server/access/permission.ts";
import type { Parts } from "#server/parts.ts";
import { addJob } from "#server/queue/queue.ts";
import { decideFor, findMember, listIdentities, type KnownIdentity, type Member } from "./membership.ts";
import { findSession, touchSession, type Session } from "./session.ts";

export interface Current {
  member: Member;
  session: Session;
  identities: readonly KnownIdentity[];
  permission: Permission;
  /** Set when the session's token was replaced: the browser is to keep this one. */
  renewedToken: string | undefined;
}

export async function findCurrent(parts: Parts, token: string): Promise<Current | undefined> {
  const { db, config, clock } = parts;
  const now = clock.now();
  const session = await findSession(db, token, now);
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
