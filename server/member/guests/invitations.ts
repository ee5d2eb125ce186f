// Invitation links: random, stored only as a hash, for some uses and some days, and ended at any time.
// Whoever opens one and logs in becomes a guest, once per link.
import { randomUUID } from "node:crypto";
import { guestLimits } from "#contract/guest-limits.ts";
import type { Invitation, NewInvitation, OpenInvitation } from "#contract/guests.ts";
import { isLiveGuest } from "#server/access/guest.ts";
import type { Database, Trx } from "#server/database/open.ts";
import { retryOnce } from "#server/database/retry.ts";
import { auditPermissionChange } from "#server/member/membership.ts";
import { recordAudit } from "#server/member/audit.ts";
import { hashToken, randomToken } from "#server/member/session.ts";
import type { Parts } from "#server/parts.ts";
import { Refusal } from "#server/refusal.ts";
import { isOwn, requireLater, requireLevel, type Inviting } from "./acting.ts";
import { describeInvitation, most, selectInvitations, stateOfLink, type InvitationRow } from "./list.ts";
import { settleDecision } from "./decided.ts";
import { welcomeGuest } from "./guests.ts";
import { words } from "./words.ts";

type GuestParts = Pick<Parts, "db" | "config" | "clock">;

const dayMs = 24 * 3_600_000;

/** The key is in the part of the address that no server is sent, and is shown only now. */
export async function makeInvitation(
  { db, config, clock }: GuestParts,
  inviting: Inviting,
  wish: NewInvitation,
): Promise<{ invitation: Invitation; link: string; change: string }> {
  const now = clock.now();
  const [linkUntil, guestUntil] = [
    new Date(wish.link_until),
    wish.guest_until === null ? null : new Date(wish.guest_until),
  ];
  requireLater(now, { link_until: linkUntil, guest_until: guestUntil });
  if (linkUntil.getTime() > now.getTime() + guestLimits.linkDays * dayMs) {
    const fields = [{ field: "link_until", rule: words.linkTooLong(guestLimits.linkDays) }];
    throw new Refusal("bad-input", words.badDay, { fields });
  }
  requireLevel(config, wish.level);
  const key = randomToken();
  const id = randomUUID();
  return db.transaction().execute(async (trx) => {
    const rows = await trx.selectFrom("invitation").selectAll().where("revoked_at", "is", null).execute();
    if (rows.filter((row) => stateOfLink(row, now) === "open").length >= most.invitations)
      throw new Refusal("conflict", words.tooManyLinks);
    await trx
      .insertInto("invitation")
      .values({
        ...{ id, key_hash: hashToken(key), note: wish.note, made_by: inviting.memberId, made_at: now },
        ...{ link_until: linkUntil, guest_until: guestUntil, most_uses: wish.most_uses, revoked_at: null },
        level: wish.level ?? null,
      })
      .execute();
    const detail = { invitation_id: id, uses: wish.most_uses, before: { revoked: true }, after: { revoked: false } };
    const change = await recordAudit(trx, { at: now, kind: "invitation-made", actorId: inviting.memberId, detail });
    const invitation = describeInvitation(await getInvitation(trx, id), { inviting, now });
    return { invitation, link: `${config.publicUrl}/invitation#${key}`, change };
  });
}

export async function endInvitation(
  { db, clock }: GuestParts,
  inviting: Inviting,
  id: string,
): Promise<{ invitation: Invitation; change: string | null }> {
  const now = clock.now();
  return db.transaction().execute(async (trx) => {
    // takes the row's lock: the same change that arrives twice is one
    const own = trx.updateTable("invitation").where("id", "=", id);
    await own.set((e) => ({ uses: e.ref("uses") })).execute();
    const row = await getInvitation(trx, id);
    if (!isOwn(inviting, row.made_by)) throw new Refusal("not-allowed", words.notYourLink);
    const change = await setRevoked(trx, { row, actorId: inviting.memberId, now, revoked: true });
    return { invitation: describeInvitation(await getInvitation(trx, id), { inviting, now }), change };
  });
}

/** Null when nothing had to be changed. */
export async function setRevoked(
  trx: Trx,
  { row, actorId, now, revoked }: { row: InvitationRow; actorId: string; now: Date; revoked: boolean },
): Promise<string | null> {
  const was = row.revoked_at !== null;
  if (was === revoked) return null;
  await trx
    .updateTable("invitation")
    .set({ revoked_at: revoked ? now : null })
    .where("id", "=", row.id)
    .execute();
  const detail = { invitation_id: row.id, before: { revoked: was }, after: { revoked } };
  return recordAudit(trx, { at: now, kind: "invitation-changed", actorId, detail });
}

export async function findInvitation(db: Database, id: string): Promise<InvitationRow | undefined> {
  return selectInvitations(db).where("invitation.id", "=", id).executeTakeFirst();
}

async function getInvitation(db: Database, id: string): Promise<InvitationRow> {
  const row = await findInvitation(db, id);
  if (!row) throw new Refusal("not-found", words.noSuchInvitation);
  return row;
}

/** What a link offers. A wrong key, and one that works no more, get the same answer. */
export async function readInvitation({ db, config, clock }: GuestParts, key: string): Promise<OpenInvitation> {
  const row = await selectInvitations(db).where("key_hash", "=", hashToken(key)).executeTakeFirst();
  if (!row || stateOfLink(row, clock.now()) !== "open") throw new Refusal("not-found", words.linkInvalid);
  return { archive: config.name, invited_by: row.maker_name, until: row.guest_until?.toISOString() ?? null };
}

/** Makes this member a guest. The same link, opened again by the same member, counts once. */
export async function acceptInvitation(
  { db, config, clock, keys }: Pick<Parts, "db" | "config" | "clock" | "keys">,
  member: { id: string; name: string },
  key: string,
): Promise<void> {
  const now = clock.now();
  const memberId = member.id;
  // said after the transaction, which keeps what it has found out about this person
  const refused = await retryOnce(() =>
    db.transaction().execute(async (trx): Promise<string | undefined> => {
      // takes the row's lock, so that two people cannot share its last use
      const row = await trx
        .updateTable("invitation")
        .set((e) => ({ uses: e.ref("uses") }))
        .where("key_hash", "=", hashToken(key))
        .returningAll()
        .executeTakeFirst();
      if (!row) throw new Refusal("not-found", words.linkInvalid);
      const decision = await auditPermissionChange(
        trx,
        { memberId, config, now, provider: null, why: "invitation" },
        async () => settleDecision({ db: trx, keys }, { memberId, now }),
      );
      const guest = await findGuestOf(trx, memberId);
      // no link outweighs what was decided by name
      if (guest?.ended_at || decision?.endedAt) return words.ended;
      if (guest?.invitation_id === row.id) return undefined;
      if (stateOfLink(row, now) !== "open") throw new Refusal("not-found", words.linkInvalid);
      if (decision && row.made_at <= decision.decidedAt)
        return isLiveGuest(guest && { until: guest.until, endedAt: null }, now) ? undefined : words.linkTooOld;
      await trx
        .updateTable("invitation")
        .set((e) => ({ uses: e("uses", "+", 1) }))
        .where("id", "=", row.id)
        .execute();
      const { id, made_by, guest_until, level, note } = row;
      const from = { invitationId: id, invitedBy: made_by, until: guest_until, level, note };
      await welcomeGuest({ db: trx, config }, { member, from, now });
      return undefined;
    }),
  );
  if (refused !== undefined) throw new Refusal("conflict", refused);
}

async function findGuestOf(db: Database, memberId: string) {
  return (await db.selectFrom("guest").selectAll().where("member_id", "=", memberId).executeTakeFirst()) ?? null;
}

/** Links that have not worked for 30 days are forgotten. */
export async function sweepInvitations(db: Database, now: Date): Promise<void> {
  const before = new Date(now.getTime() - 30 * dayMs);
  await db
    .deleteFrom("invitation")
    .where((e) => e.or([e("link_until", "<", before), e("revoked_at", "<", before)]))
    .execute();
}
