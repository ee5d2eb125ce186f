// Tells members that their access is about to end: guests by the date of their invitation, others where the provider says it.
import { words as accessWords } from "#server/access/words.ts";
import { decideFor, findMember, listIdentities, type KnownIdentity, type Member } from "#server/member/membership.ts";
import type { Parts, Within } from "#server/parts.ts";
import { addNotice } from "./outbox.ts";
import { words } from "./words.ts";

/** How long before the end a member is told, in time to do something about it. */
const aheadMs = 7 * 86_400_000;

/** Called regularly. The same end is told once, and only to those who chose to be told something. */
export async function addEndings(parts: Parts): Promise<void> {
  const { db, clock, wake } = parts;
  const [now, soon] = [clock.now(), new Date(clock.now().getTime() + aheadMs)];
  const recently = new Date(now.getTime() - aheadMs);
  const rows = await db
    .selectFrom("notice_choice")
    .select("member_id")
    .where((e) => e.or([e("mail", "!=", "nothing"), e("push", "!=", "nothing")]))
    .where((e) =>
      e.or([
        e.exists(
          e
            .selectFrom("guest")
            .select("guest.id")
            .whereRef("guest.member_id", "=", "notice_choice.member_id")
            .where("guest.until", "<", soon),
        ),
        e.exists(
          e
            .selectFrom("identity")
            .innerJoin("entitlement", "entitlement.identity_id", "identity.id")
            .select("identity.id")
            .whereRef("identity.member_id", "=", "notice_choice.member_id")
            .where("entitlement.ending_since", ">", recently),
        ),
      ]),
    )
    .execute();
  for (const { member_id: id } of rows) {
    const member = await findMember(db, id);
    if (!member) continue;
    const identities = await listIdentities(db, id);
    await db.transaction().execute((trx) => addEnding({ ...parts, db: trx }, { member, identities, now, soon }));
  }
  if (rows.length > 0) wake();
}

interface Looked {
  member: Member;
  identities: readonly KnownIdentity[];
  now: Date;
  soon: Date;
}

/** Nothing is told to those who may watch for another reason as well. */
async function addEnding({ db, config }: Within<Parts>, { member, identities, now, soon }: Looked): Promise<void> {
  const isGuestEnding = member.guest_until !== null && member.guest_until < soon;
  const staying = identities.filter(({ entitlement }) => !entitlement?.endingSince);
  const rest = isGuestEnding ? { ...member, guest_id: null } : member;
  if (!decideFor(member, identities, config, now).canView || decideFor(rest, staying, config, now).canView) return;
  const ending = identities.find(({ entitlement }) => entitlement?.endingSince);
  const common = { kind: "ending", memberId: member.id, at: now } as const;
  if (ending?.entitlement?.endingSince) {
    const name = accessWords.providers[ending.provider];
    await addNotice(db, {
      ...common,
      key: `ending:${ending.row.id}:${ending.entitlement.endingSince.toISOString()}`,
      title: words.membershipEnds(name),
      text: words.membershipEndsText(name),
    });
  } else if (member.guest_until) {
    await addNotice(db, {
      ...common,
      key: `ending:${member.guest_id}:${member.guest_until.toISOString()}`,
      title: words.accessEnds(sayDay(member.guest_until, config.timeZone)),
      text: words.invitationEnds,
    });
  }
}

function sayDay(at: Date, timeZone: string): string {
  return new Intl.DateTimeFormat("en-GB", { timeZone, dateStyle: "long" }).format(at);
}
