// What a signed-in person sees of their own account and may do with it: describe, check again, disconnect.
import { fold } from "#contract/fold.ts";
import type { Provider, User } from "#contract/member.ts";
import type { Parts } from "#server/parts.ts";
import { Refusal } from "#server/refusal.ts";
import { recordAudit } from "./audit.ts";
import type { Current } from "./current.ts";
import { auditPermissionChange, decideFor, findMember, listIdentities } from "./membership.ts";
import { recheckIdentity } from "./recheck.ts";
import { endSessions } from "./session.ts";

export function describeUser({
  member,
  identities,
  permission,
}: Pick<Current, "member" | "identities" | "permission">): User {
  return {
    name: member.name,
    profile_picture: member.picture_hash ? `/api/user/picture?v=${member.picture_hash}` : null,
    can_view: permission.canView,
    can_edit: permission.canEdit,
    is_owner: permission.isOwner,
    why: permission.reasons,
    identities: identities.map(({ row, provider, status, entitlement }) => ({
      provider,
      name: row.name,
      state: status,
      checked_at: entitlement?.observedAt.toISOString() ?? null,
    })),
  };
}

/** The member as they are now: after a change, what the request began with is old. */
export async function describeMember({ db, config, clock }: Parts, memberId: string): Promise<User> {
  const member = await findMember(db, memberId);
  if (!member) throw new Refusal("not-signed-in", "Please log in first.");
  const identities = await listIdentities(db, memberId);
  return describeUser({ member, identities, permission: decideFor(member, identities, config, clock.now()) });
}

export async function checkAgain(parts: Parts, { member, identities }: Current): Promise<User> {
  await Promise.all(identities.map(({ row }) => recheckIdentity(parts, row, "check")));
  return describeMember(parts, member.id);
}

/** True where a stored "yes" has run out: then it is worth making the person wait for a fresh answer. */
export function isPastGrace({ identities }: Current, now: Date): boolean {
  return identities.some(
    ({ status, entitlement }) =>
      status === "ok" &&
      entitlement?.state === "entitled" &&
      entitlement.hardUntil !== null &&
      now >= entitlement.softUntil &&
      now >= entitlement.hardUntil,
  );
}

export async function disconnect(parts: Parts, current: Current, provider: Provider): Promise<User> {
  const { db, config, clock } = parts;
  const memberId = current.member.id;
  await db.transaction().execute(async (trx) => {
    // one at a time per member, or two devices could each take away what the other keeps
    await trx.updateTable("member").set({ seen_at: clock.now() }).where("id", "=", memberId).execute();
    const identities = await listIdentities(trx, memberId);
    const leaving = identities.filter((identity) => identity.provider === provider).map(({ row }) => row);
    if (leaving.length === 0) throw new Refusal("not-found", "That account is not connected.");
    const staying = identities.find((identity) => identity.provider !== provider)?.row;
    if (!staying)
      throw new Refusal("conflict", "This is your only login. Connect another one before you disconnect it.");
    const now = clock.now();
    // this session goes on through the login that stays
    await trx.updateTable("session").set({ identity_id: staying.id }).where("id", "=", current.session.id).execute();
    for (const { id } of leaving) await endSessions(trx, memberId, { identityId: id });
    await auditPermissionChange(trx, { memberId, config, now, provider, why: "disconnected" }, async () => {
      await trx
        .deleteFrom("identity")
        .where(
          "id",
          "in",
          leaving.map(({ id }) => id),
        )
        .execute();
    });
    await trx
      .updateTable("member")
      .set({ name: staying.name, name_folded: fold(staying.name) })
      .where("id", "=", memberId)
      .execute();
    for (const { provider_user_id } of leaving) {
      await recordAudit(trx, { at: now, kind: "identity-disconnected", memberId, provider, subject: provider_user_id });
    }
  });
  return describeMember(parts, memberId);
}
