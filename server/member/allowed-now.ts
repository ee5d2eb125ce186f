// What a member may do right now, for long-running answers: read from the database, without renewing the session.
import type { Permission } from "#server/access/permission.ts";
import type { Parts } from "#server/parts.ts";
import { decideFor, findMember, listIdentities } from "./membership.ts";
import { findSession } from "./session.ts";

/** Undefined when the session of this token has ended. */
export async function findPermission(
  { db, config, clock }: Pick<Parts, "db" | "config" | "clock">,
  token: string,
): Promise<Permission | undefined> {
  const now = clock.now();
  const session = await findSession(db, token, { now, lastsMs: config.signInMs });
  const member = session && (await findMember(db, session.member_id));
  return member && decideFor(member, await listIdentities(db, member.id), config, now);
}
