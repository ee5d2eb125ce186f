// What was decided about a guest by name, kept by hashes of their accounts. It outlives the guest's row and the member's, so that
// nobody whose access was ended becomes a stranger again by deleting the account or by logging in with the other provider.
import { randomUUID } from "node:crypto";
import type { Selectable } from "kysely";
import { guestLimits } from "#contract/guest-limits.ts";
import type { Provider } from "#contract/member.ts";
import type { Database } from "#server/database/open.ts";
import type { GuestTable } from "#server/database/tables.ts";
import type { Keyring } from "#server/keyring.ts";
import { forget } from "#server/member/unsettled.ts";

export interface DecidingParts {
  db: Database;
  keys: Keyring;
}
interface Account {
  provider: Provider;
  id: string;
}
interface Decision {
  endedAt: Date | null;
  decidedAt: Date;
}

/** All that are known to be of one person: those they log in with, those they have disconnected, and the one that was added. */
export async function listAccounts(
  db: Database,
  guest: Partial<Pick<Selectable<GuestTable>, "provider" | "provider_user_id">> & { member_id: string | null },
): Promise<Account[]> {
  const added =
    guest.provider && guest.provider_user_id ? [{ provider: guest.provider, id: guest.provider_user_id }] : [];
  if (guest.member_id === null) return added;
  const own = await db
    .selectFrom("identity")
    .select(["provider", "provider_user_id as id"])
    .where("member_id", "=", guest.member_id)
    .execute();
  const before = await db
    .selectFrom("audit")
    .select(["provider", "subject as id"])
    .distinct()
    .where("member_id", "=", guest.member_id)
    .where("kind", "in", ["identity-connected", "identity-disconnected"])
    .where("subject", "is not", null)
    .execute();
  return [...added, ...own, ...before] as Account[];
}

/** It counts for all accounts of that person, also for those of an earlier decision. */
export async function rememberDecision(
  { db, keys }: DecidingParts,
  accounts: readonly Account[],
  { endedAt, decidedAt }: Decision,
): Promise<void> {
  const known = await findDecisions({ db, keys }, accounts);
  const person = known[0]?.person ?? randomUUID();
  const row = { person, ended_at: endedAt, decided_at: decidedAt };
  const people = known.map((one) => one.person);
  if (people.length > 0) await db.updateTable("guest_decision").set(row).where("person", "in", people).execute();
  for (const account_hash of hashAll(keys, accounts))
    await db
      .insertInto("guest_decision")
      .values({ account_hash, ...row })
      .onConflict((conflict) => conflict.column("account_hash").doUpdateSet(row))
      .execute();
}

export async function findDecision(parts: DecidingParts, accounts: readonly Account[]): Promise<Decision | null> {
  const known = await findDecisions(parts, accounts);
  if (known.length === 0) return null;
  const ends = known.flatMap(({ ended_at }) => ended_at?.getTime() ?? []);
  return {
    endedAt: ends.length > 0 ? new Date(Math.min(...ends)) : null,
    decidedAt: new Date(Math.max(...known.map(({ decided_at }) => decided_at.getTime()))),
  };
}

/**
 * The member's accounts and their row as a guest say the same afterwards: who comes back after an end has a guest's row that is
 * ended, and an account that was connected since is remembered, too. Call it in a transaction.
 */
export async function settleDecision(
  { db, keys }: DecidingParts,
  { memberId, now }: { memberId: string; now: Date },
): Promise<Decision | null> {
  // takes the row's lock: an end at the same moment is before or after all of this
  const guest = await db
    .updateTable("guest")
    .set((e) => ({ member_id: e.ref("member_id") }))
    .where("member_id", "=", memberId)
    .returningAll()
    .executeTakeFirst();
  const accounts = await listAccounts(db, guest ?? { member_id: memberId });
  // archives before 1.1 have ended guests without a decision
  const unknown = guest?.ended_at ? { endedAt: guest.ended_at, decidedAt: guest.ended_at } : null;
  const decision = (await findDecision({ db, keys }, accounts)) ?? unknown;
  if (!decision) return null;
  await rememberDecision({ db, keys }, accounts, decision);
  if (!decision.endedAt || guest?.ended_at) return decision;
  forget(db, memberId);
  const ended_at = decision.endedAt;
  if (guest) await db.updateTable("guest").set({ ended_at }).where("id", "=", guest.id).execute();
  else {
    const { name } = await db.selectFrom("member").select("name").where("id", "=", memberId).executeTakeFirstOrThrow();
    const nobody = { provider: null, provider_user_id: null, invitation_id: null, invited_by: null };
    const row = { id: randomUUID(), member_id: memberId, name, note: "", invited_at: now, until: null, ended_at };
    await db
      .insertInto("guest")
      .values({ ...row, ...nobody })
      .execute();
  }
  return decision;
}

/** No link that is older than these works any more. What was ended stays ended for good. */
export async function sweepDecisions(db: Database, now: Date): Promise<void> {
  const before = new Date(now.getTime() - guestLimits.linkDays * 24 * 3_600_000);
  await db.deleteFrom("guest_decision").where("ended_at", "is", null).where("decided_at", "<", before).execute();
}

async function findDecisions({ db, keys }: DecidingParts, accounts: readonly Account[]) {
  const hashes = hashAll(keys, accounts);
  if (hashes.length === 0) return [];
  return db.selectFrom("guest_decision").selectAll().where("account_hash", "in", hashes).execute();
}

function hashAll(keys: Keyring, accounts: readonly Account[]): string[] {
  return [...new Set(accounts.map(({ provider, id }) => keys.hash(`${provider}|${id}`, "guest's account")))];
}
