// Which members may be told of recordings now: those who chose it and may watch.
import type { Database } from "#server/database/open.ts";
import { decideFor, findMember, listIdentities } from "#server/member/membership.ts";
import type { Parts } from "#server/parts.ts";
import type { Choice } from "./choices.ts";

export async function listChoosers(db: Database, wish: "each" | "weekly"): Promise<Choice[]> {
  return db
    .selectFrom("notice_choice")
    .selectAll()
    .where((e) => e.or([e("mail", "=", wish), e("push", "=", wish)]))
    .orderBy("member_id")
    .execute();
}

export async function mayWatch(
  { db, config, clock }: Pick<Parts, "db" | "config" | "clock">,
  memberId: string,
): Promise<boolean> {
  const member = await findMember(db, memberId);
  return member !== undefined && decideFor(member, await listIdentities(db, memberId), config, clock.now()).canView;
}
