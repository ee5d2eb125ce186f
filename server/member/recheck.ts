// Asks a provider again about one identity and stores the answer. Used by "Check again", old answers, webhooks and the
// sweep.
import {
  isLive,
  nextEntitlement,
  withdrawnEntitlement,
  type Membership,
  type Source,
} from "#server/access/entitlement.ts";
import { count, countsOf } from "#server/counts.ts";
import { isPostgres, type Database } from "#server/database/open.ts";
import type { Parts } from "#server/parts.ts";
import { Refusal } from "#server/refusal.ts";
import { recordAudit } from "./audit.ts";
import { isOneTooMany } from "./mass-loss.ts";
import { auditPermissionChange, findEntitlement, saveEntitlement, type Identity } from "./membership.ts";
import { findClient } from "./providers/list.ts";
import { endSessions } from "./session.ts";
import { deleteTokens, findTokens, refreshAccess } from "./tokens.ts";

export interface Asked {
  /** Null when the provider gives no usable answer. */
  answer: Membership | "grant-revoked" | null;
  /** When the provider was asked: anything stored later is newer. */
  askedAt: Date;
}

export async function recheckIdentity(parts: Parts, identity: Identity, source: Source): Promise<void> {
  if (identity.status !== "ok") return;
  const asked = await askAbout(parts, identity);
  const isDoubtful = source === "poll" && (await wouldLose(parts, identity, asked));
  await storeAnswer(parts, identity, source, asked, isDoubtful ? isOneTooMany : undefined);
}

export async function askAbout(parts: Parts, identity: Identity): Promise<Asked> {
  const askedAt = parts.clock.now();
  const { id, provider } = identity;
  const note = (result: string) => count(countsOf(parts.db).entitlementChecks, `${provider} ${result}`);
  try {
    const answer = await ask(parts, identity);
    note(describeAnswer(answer));
    return { answer, askedAt };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    note("fault");
    parts.log.warn({ err: error.cause, identity: id, provider }, "a membership could not be read");
    return { answer: null, askedAt };
  }
}

function describeAnswer(answer: Asked["answer"]): string {
  if (answer === null) return "fault";
  if (answer === "grant-revoked") return "revoked";
  return answer.isEntitled ? "entitled" : "not";
}

async function ask(parts: Parts, identity: Identity): Promise<Asked["answer"]> {
  const client = findClient(parts.config, identity.provider);
  if (!client) return null;
  const tokens = await findTokens(parts, identity.id);
  if (!tokens) return "grant-revoked";
  const answer = await client.readMembership(tokens.access, identity.provider_user_id);
  if (answer !== "token-refused") return answer;
  const renewed = await refreshAccess(parts, client, identity.id, tokens.access);
  if (renewed === "grant-revoked") return renewed;
  const second = await client.readMembership(renewed.access, identity.provider_user_id);
  // the provider refuses a token that it has just issued: that is its fault, and says nothing about the member
  return second === "token-refused" ? null : second;
}

/** Whether storing this answer would end access that the identity gives now. */
export async function wouldLose({ db, config }: Parts, identity: Identity, asked: Asked): Promise<boolean> {
  const { answer, askedAt } = asked;
  const before = await findEntitlement(db, identity.id);
  if (!before || !isLive(before, askedAt)) return false;
  if (answer === "grant-revoked") return true;
  const seen = { provider: identity.provider, source: "sweep", at: askedAt, membership: answer } as const;
  return !isLive(nextEntitlement(before, { ...seen, graceMs: config.graceMs }), askedAt);
}

/** Ignored if a login, another answer or a disconnection came meanwhile; a doubtful answer counts as none. */
export async function storeAnswer(
  parts: Parts,
  identity: Identity,
  source: Source,
  asked: Asked,
  isInDoubt: (parts: Parts) => Promise<boolean> = async () => false,
): Promise<void> {
  const { config } = parts;
  const { askedAt } = asked;
  await parts.db.transaction().execute(async (db) => {
    const answer = (await isInDoubt({ ...parts, db })) ? null : asked.answer;
    const present = await lockIdentity(db, identity.id);
    const previous = await findEntitlement(db, identity.id);
    if (present?.status !== "ok" || present.last_sign_in_at > askedAt) return;
    if (previous && previous.observedAt > askedAt) return;
    const { provider, member_id: memberId } = present;
    const now = parts.clock.now();
    await auditPermissionChange(db, { memberId, config, now, provider, why: source }, async () => {
      if (answer === "grant-revoked") {
        await db.updateTable("identity").set({ status: "revoked" }).where("id", "=", identity.id).execute();
        await saveEntitlement(db, identity.id, withdrawnEntitlement(askedAt));
        return;
      }
      const seen = { provider, source, at: askedAt, membership: answer, graceMs: config.graceMs };
      await saveEntitlement(db, identity.id, nextEntitlement(previous, seen));
    });
    if (answer !== "grant-revoked") return;
    await deleteTokens(db, identity.id);
    const ended = await endSessions(db, memberId, { identityId: identity.id });
    await recordAudit(db, { at: now, kind: "grant-revoked", memberId, provider, detail: { ended_sessions: ended } });
  });
}

/** On SQLite a transaction that writes is alone anyway. */
async function lockIdentity(db: Database, id: string): Promise<Identity | undefined> {
  const query = db.selectFrom("identity").selectAll().where("id", "=", id);
  return (isPostgres(db) ? query.forUpdate() : query).executeTakeFirst();
}
