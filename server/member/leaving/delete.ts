// Deletes an account: logins, sessions, positions and lists go with the member; the history keeps a number in their place.
// The next login of the same person starts anew, except that a guest whose access was ended stays ended.
import { recordAudit } from "#server/member/audit.ts";
import { forgetInHistory } from "#server/history/member-entries.ts";
import { lockOwners, requireOwnerLeft, requireStillOwner } from "#server/member/owners.ts";
import { settleDecision } from "#server/member/guests/decided.ts";
import { decideFor, findMember, listIdentities } from "#server/member/membership.ts";
import { forget } from "#server/member/unsettled.ts";
import { endSessions } from "#server/member/session.ts";
import type { Parts } from "#server/parts.ts";
import { Refusal } from "#server/refusal.ts";
import { words } from "#server/member/words.ts";

type LeavingParts = Pick<Parts, "db" | "config" | "clock" | "keys">;

/** `actorId` is the owner who does it; null when the member does it. */
export async function deleteAccount(
  { db, config, clock, keys }: LeavingParts,
  { memberId, actorId }: { memberId: string; actorId: string | null },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockOwners(trx);
    if (actorId !== null) await requireStillOwner({ db: trx, config, clock }, actorId);
    const member = await findMember(trx, memberId);
    if (!member) throw new Refusal("not-found", words.noSuchMember);
    // a new account would not be disabled
    if (member.disabled_at && actorId === null) throw new Refusal("conflict", words.disabledAccount);
    const now = clock.now();
    const { isOwner } = decideFor(member, await listIdentities(trx, memberId), config, now);
    if (isOwner && actorId !== null) throw new Refusal("conflict", words.ownerFirst);
    if (isOwner) await requireOwnerLeft({ db: trx, config, clock }, { without: memberId });
    await settleDecision({ db: trx, keys }, { memberId, now });
    const number = await forgetInHistory(trx, memberId);
    await endSessions(trx, memberId, "all");
    forget(trx, memberId);
    const revoked_at = now;
    await trx
      .updateTable("invitation")
      .set({ revoked_at })
      .where("made_by", "=", memberId)
      .where("revoked_at", "is", null)
      .execute();
    await trx.deleteFrom("member").where("id", "=", memberId).execute();
    await recordAudit(trx, { at: now, kind: "account-deleted", actorId, detail: { number } });
  });
}
