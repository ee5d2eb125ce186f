// Stored memberships: reading a member's facts, and writing what a provider said, with an audit row when access changes.
import type { Insertable, Selectable } from "kysely";
import type { Provider } from "#contract/member.ts";
import type { Entitlement, IdentityFacts, Source } from "#server/access/entitlement.ts";
import { nameLevel } from "#server/access/levels.ts";
import { decidePermission, type Permission, type Rules } from "#server/access/permission.ts";
import type { Config } from "#server/config.ts";
import type { Database } from "#server/database/open.ts";
import type { EntitlementTable, IdentityTable, MemberTable } from "#server/database/tables.ts";
import { recordAudit } from "./audit.ts";
import { forget } from "./unsettled.ts";

export type Identity = Selectable<IdentityTable>;
/** Without the bytes of the picture and the column for searching; with the invitation, if they are a guest. */
export type Member = Omit<Selectable<MemberTable>, "picture" | "name_folded"> & {
  guest_id: string | null;
  guest_until: Date | null;
  guest_ended_at: Date | null;
  guest_level: string | null;
  /** The name of who invited them; null when that member has left. */
  guest_by: string | null;
};
export interface KnownIdentity extends IdentityFacts {
  row: Identity;
}

function rulesOf(config: Config): Rules {
  return {
    owners: config.owners,
    editors: config.editors,
    timeZone: config.timeZone,
    levels: config.levels,
    tierNames: {
      patreon: config.patreon?.tierTitle ?? null,
      twitch: config.twitch ? String(config.twitch.minTier / 1000) : null,
    },
  };
}

export async function findMember(db: Database, id: string): Promise<Member | undefined> {
  return selectMembers(db).where("member.id", "=", id).executeTakeFirst();
}

export function selectMembers(db: Database) {
  return db
    .selectFrom("member")
    .leftJoin("guest", "guest.member_id", "member.id")
    .leftJoin("member as inviter", "inviter.id", "guest.invited_by")
    .select(["member.id", "member.name", "member.picture_type", "member.picture_hash", "member.role"])
    .select(["member.disabled_at", "member.created_at", "member.seen_at"])
    .select(["guest.id as guest_id", "guest.until as guest_until", "guest.ended_at as guest_ended_at"])
    .select("guest.level as guest_level")
    .select("inviter.name as guest_by");
}

export async function listIdentities(db: Database, memberId: string): Promise<KnownIdentity[]> {
  return (await listIdentitiesOf(db, [memberId])).get(memberId) ?? [];
}

/** Keyed by member; members without any are left out. */
export async function listIdentitiesOf(
  db: Database,
  memberIds: readonly string[],
): Promise<Map<string, KnownIdentity[]>> {
  if (memberIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("identity")
    .selectAll()
    .where("member_id", "in", memberIds)
    .orderBy("first_seen_at")
    .execute();
  if (rows.length === 0) return new Map();
  const entitlements = await db
    .selectFrom("entitlement")
    .selectAll()
    .where(
      "identity_id",
      "in",
      rows.map(({ id }) => id),
    )
    .execute();
  const byIdentity = new Map(entitlements.map((row) => [row.identity_id, fromRow(row)]));
  const known = rows.map((row) => ({
    row,
    provider: row.provider,
    providerUserId: row.provider_user_id,
    status: row.status,
    entitlement: byIdentity.get(row.id) ?? null,
  }));
  return Map.groupBy(known, ({ row }) => row.member_id);
}

export function decideFor(member: Member, identities: readonly IdentityFacts[], config: Config, now: Date): Permission {
  const guest = member.guest_id
    ? {
        ...{ invitedBy: member.guest_by, until: member.guest_until, endedAt: member.guest_ended_at },
        level: member.guest_level,
      }
    : null;
  const facts = { disabledAt: member.disabled_at, role: member.role, guest, identities };
  return decidePermission(facts, rulesOf(config), now);
}

export async function findEntitlement(db: Database, identityId: string): Promise<Entitlement | null> {
  const row = await db.selectFrom("entitlement").selectAll().where("identity_id", "=", identityId).executeTakeFirst();
  return row ? fromRow(row) : null;
}

/** Runs `change` and, when it alters what the member may do, records old, new and why. Call it in a transaction. */
export async function auditPermissionChange<T>(
  db: Database,
  subject: { memberId: string; config: Config; now: Date; provider: Provider | null; why: string },
  change: () => Promise<T>,
): Promise<T> {
  const { memberId, config, now } = subject;
  const decide = async () => {
    const member = await findMember(db, memberId);
    return member && decideFor(member, await listIdentities(db, memberId), config, now);
  };
  const before = await decide();
  const outcome = await change();
  const after = await decide();
  if (before && after && !isSame(before, after)) {
    await recordAudit(db, {
      at: now,
      kind: "permission-changed",
      memberId,
      provider: subject.provider,
      detail: {
        old: writePermission(before, config),
        new: writePermission(after, config),
        why: subject.why,
        // not those of the archive itself: they may name another member
        reasons: after.reasons.filter(({ provider }) => provider !== null).map(({ sentence }) => sentence),
      },
    });
  }
  return outcome;
}

function isSame(one: Permission, other: Permission): boolean {
  const isAlike = one.canView === other.canView && one.canEdit === other.canEdit;
  return isAlike && one.levels.join() === other.levels.join();
}

/** The name of the level, because levels are renamed; left out where there is only one. */
function writePermission({ canView, canEdit, levels }: Permission, config: Config) {
  const isAny = canView && config.levels.above.length > 0;
  const level = isAny ? { level: nameLevel(levels.at(-1) ?? null, config.levels) } : {};
  return { can_view: canView, can_edit: canEdit, ...level };
}

export async function saveEntitlement(db: Database, identityId: string, entitlement: Entitlement): Promise<void> {
  forget(db, identityId);
  const { identity_id, ...row } = toRow(identityId, entitlement);
  await db
    .insertInto("entitlement")
    .values({ identity_id, ...row })
    .onConflict((conflict) => conflict.column("identity_id").doUpdateSet(row))
    .execute();
}

function fromRow(row: Selectable<EntitlementTable>): Entitlement {
  return {
    state: row.state,
    tierIds: row.tier_ids,
    tierLevel: row.tier_level,
    tierTitle: row.tier_title,
    source: row.source as Source,
    observedAt: row.observed_at,
    softUntil: row.soft_until,
    hardUntil: row.hard_until,
    firstNegativeAt: row.first_negative_at,
    faultSince: row.fault_since,
    endingSince: row.ending_since,
  };
}

function toRow(identityId: string, entitlement: Entitlement): Insertable<EntitlementTable> {
  return {
    identity_id: identityId,
    state: entitlement.state,
    tier_ids: JSON.stringify(entitlement.tierIds),
    tier_level: entitlement.tierLevel,
    tier_title: entitlement.tierTitle,
    source: entitlement.source,
    observed_at: entitlement.observedAt,
    soft_until: entitlement.softUntil,
    hard_until: entitlement.hardUntil,
    first_negative_at: entitlement.firstNegativeAt,
    fault_since: entitlement.faultSince,
    ending_since: entitlement.endingSince,
  };
}
