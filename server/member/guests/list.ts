// Guests and invitation links as the studio shows them, newest first.
import type { Guest, Guests, Invitation } from "#contract/guests.ts";
import { isLiveGuest } from "#server/access/guest.ts";
import type { Database } from "#server/database/open.ts";
import { isOwn, type Inviting } from "./acting.ts";

export const most = { guests: 500, invitations: 200 } as const;

interface Reader {
  inviting: Inviting;
  now: Date;
}

export async function listGuests(db: Database, reader: Reader): Promise<Guests> {
  const guests = await selectGuests(db)
    .orderBy("guest.invited_at", "desc")
    .orderBy("guest.id")
    .limit(most.guests)
    .execute();
  const invitations = await selectInvitations(db)
    .orderBy("invitation.made_at", "desc")
    .orderBy("invitation.id")
    .limit(most.invitations)
    .execute();
  return {
    guests: guests.map((row) => describeGuest(row, reader)),
    invitations: invitations.map((row) => describeInvitation(row, reader)),
  };
}

export function selectGuests(db: Database) {
  return db
    .selectFrom("guest")
    .leftJoin("member", "member.id", "guest.member_id")
    .leftJoin("member as inviter", "inviter.id", "guest.invited_by")
    .selectAll("guest")
    .select(["member.name as member_name", "inviter.name as inviter_name"]);
}

export function selectInvitations(db: Database) {
  return db
    .selectFrom("invitation")
    .leftJoin("member as maker", "maker.id", "invitation.made_by")
    .selectAll("invitation")
    .select("maker.name as maker_name");
}

type GuestRow = Awaited<ReturnType<ReturnType<typeof selectGuests>["execute"]>>[number];
export type InvitationRow = Awaited<ReturnType<ReturnType<typeof selectInvitations>["execute"]>>[number];

export function describeGuest(row: GuestRow, { inviting, now }: Reader): Guest {
  return {
    id: row.id,
    name: row.member_name ?? row.name,
    provider: row.provider,
    note: row.note,
    invited_by: row.inviter_name,
    invited_at: row.invited_at.toISOString(),
    until: row.until?.toISOString() ?? null,
    state: stateOf(row, now),
    level: row.level,
    can_change: isOwn(inviting, row.invited_by),
  };
}

function stateOf(row: GuestRow, now: Date): Guest["state"] {
  if (row.ended_at) return "ended";
  if (!isLiveGuest({ until: row.until, endedAt: null }, now)) return "over";
  return row.member_id === null ? "waiting" : "active";
}

export function describeInvitation(row: InvitationRow, { inviting, now }: Reader): Invitation {
  return {
    id: row.id,
    note: row.note,
    made_by: row.maker_name,
    made_at: row.made_at.toISOString(),
    link_until: row.link_until.toISOString(),
    guest_until: row.guest_until?.toISOString() ?? null,
    uses: row.uses,
    most_uses: row.most_uses,
    level: row.level,
    state: stateOfLink(row, now),
    can_change: isOwn(inviting, row.made_by),
  };
}

export function stateOfLink(
  row: Pick<InvitationRow, "revoked_at" | "uses" | "most_uses" | "link_until" | "guest_until">,
  now: Date,
): Invitation["state"] {
  if (row.revoked_at) return "revoked";
  if (row.uses >= row.most_uses) return "used-up";
  const isOver = row.link_until <= now || (row.guest_until !== null && row.guest_until <= now);
  return isOver ? "over" : "open";
}
