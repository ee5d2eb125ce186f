// What is stored about a member as a person: account, logins, sessions and invitations. Never a token.
import type { MyData } from "#contract/my-data.ts";
import type { Database } from "#server/database/open.ts";
import { decideFor, findMember, listIdentities } from "#server/member/membership.ts";
import type { Parts } from "#server/parts.ts";
import { Refusal } from "#server/refusal.ts";
import { words } from "#server/member/words.ts";

type Account = Pick<MyData, "account" | "logins" | "sessions" | "invitations">;

export async function exportAccount(
  { db, config, clock }: Pick<Parts, "db" | "config" | "clock">,
  memberId: string,
): Promise<Account> {
  const member = await findMember(db, memberId);
  if (!member) throw new Refusal("not-found", words.noSuchMember);
  const identities = await listIdentities(db, memberId);
  const { reasons } = decideFor(member, identities, config, clock.now());
  return {
    account: {
      id: member.id,
      name: member.name,
      role: member.role,
      disabled: member.disabled_at !== null,
      has_picture: member.picture_hash !== null,
      created_at: member.created_at.toISOString(),
      seen_at: member.seen_at.toISOString(),
      why: reasons,
    },
    logins: identities.map(({ row, entitlement }) => ({
      provider: row.provider,
      account_id: row.provider_user_id,
      name: row.name,
      state: row.status,
      email_verified: row.email_verified,
      first_login_at: row.first_seen_at.toISOString(),
      last_login_at: row.last_sign_in_at.toISOString(),
      membership: entitlement && {
        state: entitlement.state,
        tier_ids: [...entitlement.tierIds],
        tier: entitlement.tierTitle,
        checked_at: entitlement.observedAt.toISOString(),
      },
    })),
    sessions: await readSessions(db, memberId),
    invitations: await readInvitations(db, memberId),
  };
}

async function readSessions(db: Database, memberId: string): Promise<MyData["sessions"]> {
  const rows = await db
    .selectFrom("session")
    .select(["device", "created_at", "seen_at", "expires_at"])
    .where("member_id", "=", memberId)
    .orderBy("seen_at", "desc")
    .execute();
  return rows.map(({ device, created_at, seen_at, expires_at }) => ({
    device,
    created_at: created_at.toISOString(),
    seen_at: seen_at.toISOString(),
    expires_at: expires_at.toISOString(),
  }));
}

async function readInvitations(db: Database, memberId: string): Promise<MyData["invitations"]> {
  const own = await db
    .selectFrom("guest")
    .leftJoin("member as inviter", "inviter.id", "guest.invited_by")
    .select(["guest.invited_at", "guest.until", "guest.ended_at", "inviter.name as inviter"])
    .where("guest.member_id", "=", memberId)
    .executeTakeFirst();
  const guests = await db
    .selectFrom("guest")
    .leftJoin("member", "member.id", "guest.member_id")
    .select(["guest.name", "guest.note", "guest.invited_at", "guest.until", "member.name as member_name"])
    .where("guest.invited_by", "=", memberId)
    .execute();
  const links = await db
    .selectFrom("invitation")
    .select(["note", "made_at", "uses", "most_uses"])
    .where("made_by", "=", memberId)
    .execute();
  return {
    as_guest: own
      ? {
          invited_by: own.inviter,
          invited_at: own.invited_at.toISOString(),
          until: own.until?.toISOString() ?? null,
          is_ended: own.ended_at !== null,
        }
      : null,
    guests: guests.map(({ name, member_name, note, invited_at, until }) => ({
      name: member_name ?? name,
      note,
      invited_at: invited_at.toISOString(),
      until: until?.toISOString() ?? null,
    })),
    links: links.map(({ made_at, ...link }) => ({ ...link, made_at: made_at.toISOString() })),
  };
}
