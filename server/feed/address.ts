// The address of a member's podcast feed: making it, showing it again, ending it, and who listens by it.
// The token is stored as a hash, to be found by, and sealed, to be shown to its member again.
import { hash, randomBytes } from "node:crypto";
import type { Permission } from "#server/access/permission.ts";
import type { Database } from "#server/database/open.ts";
import { recordAudit } from "#server/member/audit.ts";
import { decideFor, findMember, listIdentities } from "#server/member/membership.ts";
import type { Parts } from "#server/parts.ts";
import { Refusal } from "#server/refusal.ts";
import { words } from "./words.ts";

/** The member who asks, by the token in the address. Read anew for each request: access that ends is refused at the next one. */
export interface Listener {
  memberId: string;
  token: string;
  permission: Permission;
  /** Ended by the owner. */
  isEnded: boolean;
}

interface Address {
  token: string;
  madeAt: Date;
  isEnded: boolean;
}

const tokenBytes = 24;

export async function findListener(
  { db, config, clock }: Pick<Parts, "db" | "config" | "clock">,
  token: string,
): Promise<Listener | null> {
  const feed = await db
    .selectFrom("feed")
    .select(["member_id", "ended_at"])
    .where("token_hash", "=", hashToken(token))
    .executeTakeFirst();
  const member = feed && (await findMember(db, feed.member_id));
  if (!member) return null;
  const permission = decideFor(member, await listIdentities(db, member.id), config, clock.now());
  return { memberId: member.id, token, permission, isEnded: feed.ended_at !== null };
}

/** Undefined when there is none, or it was sealed with a lost key: then only a new one helps. */
export async function findAddress(
  { db, keys }: Pick<Parts, "db" | "keys">,
  memberId: string,
): Promise<Address | undefined> {
  const row = await db.selectFrom("feed").selectAll().where("member_id", "=", memberId).executeTakeFirst();
  const token = row && keys.unseal(row.token_sealed, purpose(memberId));
  return row && token !== undefined ? { token, madeAt: row.made_at, isEnded: row.ended_at !== null } : undefined;
}

/** The address before stops working, and its devices are forgotten. */
export async function makeAddress(
  { db, keys, clock }: Pick<Parts, "db" | "keys" | "clock">,
  memberId: string,
): Promise<void> {
  const token = randomBytes(tokenBytes).toString("base64url");
  const now = clock.now();
  await db.transaction().execute(async (trx) => {
    await trx.deleteFrom("feed").where("member_id", "=", memberId).execute();
    const made = {
      ...{ token_hash: hashToken(token), token_sealed: keys.seal(token, purpose(memberId)) },
      ...{ made_at: now, ended_at: null },
    };
    // the same member may press the button on two devices at once: the later address counts
    await trx
      .insertInto("feed")
      .values({ member_id: memberId, ...made })
      .onConflict((conflict) => conflict.column("member_id").doUpdateSet(made))
      .execute();
    await recordAudit(trx, { at: now, kind: "feed-made", memberId });
  });
}

/** Ended by the owner. */
export async function endAddress(
  { db, clock }: Pick<Parts, "db" | "clock">,
  { memberId, actorId }: { memberId: string; actorId: string },
): Promise<void> {
  const now = clock.now();
  await db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable("feed")
      .set({ ended_at: now })
      .where("member_id", "=", memberId)
      .where("ended_at", "is", null)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw new Refusal("not-found", words.noFeed);
    await recordAudit(trx, { at: now, kind: "feed-ended", memberId, actorId });
  });
}

/** Which of these members have a feed that works. */
export async function listOwners(db: Database, memberIds: readonly string[]): Promise<Set<string>> {
  if (memberIds.length === 0) return new Set();
  const rows = await db
    .selectFrom("feed")
    .select("member_id")
    .where("member_id", "in", memberIds)
    .where("ended_at", "is", null)
    .execute();
  return new Set(rows.map(({ member_id }) => member_id));
}

function hashToken(token: string): string {
  return hash("sha256", token, "base64url");
}

function purpose(memberId: string): string {
  return `feed|${memberId}|token`;
}
