// What members see of their own account and may do with it: describe, check again, disconnect.
import { fold } from "#contract/search/fold.ts";
import type { Provider, User } from "#contract/member.ts";
import { nameLevel } from "#server/access/levels.ts";
import type { Permission } from "#server/access/permission.ts";
import type { Config } from "#server/config.ts";
import type { Parts } from "#server/parts.ts";
import { Refusal } from "#server/refusal.ts";
import { recordAudit } from "./audit.ts";
import type { Current } from "./current.ts";
import { settleDecision } from "./guests/decided.ts";
import { mayInvite } from "./guests/acting.ts";
import { auditPermissionChange, decideFor, findMember, listIdentities } from "./membership.ts";
import { recheckIdentity } from "./recheck.ts";
import { endSessions } from "./session.ts";
import { words } from "./words.ts";

export function describeUser(
  { member, identities, permission }: Pick<Current, "member" | "identities" | "permission">,
  config: Config,
): User {
  return {
    id: member.id,
    name: member.name,
    profile_picture: member.picture_hash ? `/api/user/picture?v=${member.picture_hash}` : null,
    can_view: permission.canView,
    can_edit: permission.canEdit,
    is_owner: permission.isOwner,
    can_invite: mayInvite(permission, config),
    why: permission.reasons,
    identities: identities.map(({ row, provider, status, entitlement }) => ({
      provider,
      name: row.name,
      state: status,
      checked_at: entitlement?.observedAt.toISOString() ?? null,
    })),
    ...describeLevel(permission, config),
  };
}

function describeLevel({ canView, canEdit, levels: own }: Permission, { levels }: Config): Pick<User, "level"> {
  const { above, standardName, upgradeLink } = levels;
  if (!canView || above.length === 0) return {};
  const choices = [{ id: null, name: standardName }, ...above.map(({ id, name }) => ({ id, name }))];
  const name = nameLevel(own.at(-1) ?? null, levels);
  return { level: { name, upgrade_link: upgradeLink, ...(canEdit && { choices }) } };
}

/** Read again from the database: after a change, what the request has loaded is out of date. */
export async function describeMember(parts: Parts, memberId: string): Promise<User> {
  return describeUser(await readMember(parts, memberId), parts.config);
}

export async function readPermission(parts: Parts, memberId: string): Promise<Permission> {
  return (await readMember(parts, memberId)).permission;
}

async function readMember({ db, config, clock }: Parts, memberId: string) {
  const member = await findMember(db, memberId);
  if (!member) throw new Refusal("not-signed-in", words.logInFirst);
  const identities = await listIdentities(db, memberId);
  const permission = decideFor(member, identities, config, clock.now());
  return { member, identities, permission };
}

export async function checkAgain(parts: Parts, { member, identities }: Current): Promise<User> {
  await Promise.all(identities.map(({ row }) => recheckIdentity(parts, row, "check")));
  return describeMember(parts, member.id);
}

/** True when a stored "yes" has expired: then the member should wait for a new answer. */
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
  const { db, config, clock, keys } = parts;
  const memberId = current.member.id;
  await db.transaction().execute(async (trx) => {
    // one at a time per member: otherwise two devices could each disconnect the other login
    await trx.updateTable("member").set({ seen_at: clock.now() }).where("id", "=", memberId).execute();
    const identities = await listIdentities(trx, memberId);
    const leaving = identities.filter((identity) => identity.provider === provider).map(({ row }) => row);
    if (leaving.length === 0) throw new Refusal("not-found", words.notConnected);
    const staying = identities.find((identity) => identity.provider !== provider)?.row;
    if (!staying) throw new Refusal("conflict", words.onlyLogin);
    const now = clock.now();
    await settleDecision({ db: trx, keys }, { memberId, now });
    // this session continues with the login that stays
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
