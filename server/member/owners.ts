// Owners: those of the settings, and members whom an owner has made one in the studio. There is always one left.
import { sql } from "kysely";
import type { Provider } from "#contract/member.ts";
import type { Config } from "#server/config.ts";
import { isPostgres, type Database, type Trx } from "#server/database/open.ts";
import type { Parts } from "#server/parts.ts";
import { Refusal } from "#server/refusal.ts";
import { decideFor, findMember, listIdentities } from "./membership.ts";
import { words } from "./words.ts";

type OwnerParts = Pick<Parts, "db" | "config" | "clock">;

/** One change of owners at a time, on every server. On SQLite a transaction that writes is alone anyway. */
export async function lockOwners(trx: Trx): Promise<void> {
  if (isPostgres(trx)) await sql`select pg_advisory_xact_lock(hashtext('stagedoor'), hashtext('owners'))`.execute(trx);
}

/** Refuses when nobody else would own the archive. Owners of the settings count once they have logged in. */
export async function requireOwnerLeft(
  { db, config, clock }: OwnerParts,
  { without }: { without: string },
): Promise<void> {
  for (const id of await listPossible(db, config)) {
    const member = id === without ? undefined : await findMember(db, id);
    if (member && decideFor(member, await listIdentities(db, id), config, clock.now()).isOwner) return;
  }
  throw new Refusal("conflict", words.lastOwner);
}

/** After waiting for the lock: another owner may have removed this one meanwhile. */
export async function requireStillOwner({ db, config, clock }: OwnerParts, actorId: string): Promise<void> {
  const actor = await findMember(db, actorId);
  if (actor && decideFor(actor, await listIdentities(db, actorId), config, clock.now()).isOwner) return;
  throw new Refusal("not-allowed", words.noLongerOwner);
}

/** Whether the settings name one of these accounts: then the studio cannot change it. */
export function isListed(
  identities: readonly { provider: Provider; providerUserId: string }[],
  { owners }: Pick<Config, "owners">,
): boolean {
  return identities.some((identity) =>
    owners.some(({ provider, id }) => provider === identity.provider && id === identity.providerUserId),
  );
}

async function listPossible(db: Database, { owners }: Pick<Config, "owners">): Promise<string[]> {
  const made = await db.selectFrom("member").select("id").where("role", "=", "owner").execute();
  const listed: string[] = [];
  for (const { provider, id } of owners) {
    const row = await db
      .selectFrom("identity")
      .select("member_id")
      .where("provider", "=", provider)
      .where("provider_user_id", "=", id)
      .executeTakeFirst();
    if (row) listed.push(row.member_id);
  }
  return [...new Set([...made.map(({ id }) => id), ...listed])];
}
