// Asks a provider again about one identity and stores what it says. Used by sign-in's neighbours: "Check again",
// stale answers, webhooks and the sweep.
import { nextEntitlement, withdrawnEntitlement, type Membership, type Source } from "#server/access/entitlement.ts";
import type { Parts } from "#server/parts.ts";
import { Refusal } from "#server/refusal.ts";
import { recordAudit } from "./audit.ts";
import { auditPermissionChange, findEntitlement, saveEntitlement, type Identity } from "./membership.ts";
import { findClient } from "./providers/list.ts";
import { endSessions } from "./session.ts";
import { deleteTokens, findTokens, refreshAccess } from "./tokens.ts";

export type Answer = Membership | "grant-revoked" | null;

export async function recheckIdentity(parts: Parts, identity: Identity, source: Source): Promise<void> {
  if (identity.status !== "ok") return;
  await storeAnswer(parts, identity, source, await askAbout(parts, identity));
}

/** What the provider says now; null when it does not answer in a way that can be believed. */
export async function askAbout(parts: Parts, identity: Identity): Promise<Answer> {
  const client = findClient(parts.config, identity.provider);
  if (!client) return null;
  const tokens = await findTokens(parts, identity.id);
  if (!tokens) return "grant-revoked";
  try {
    const answer = await client.readMembership(tokens.access, identity.provider_user_id);
    if (answer !== "token-refused") return answer;
    const renewed = await refreshAccess(parts, client, identity.id, tokens.access);
    if (renewed === "grant-revoked") return renewed;
    const second = await client.readMembership(renewed.access, identity.provider_user_id);
    // a token fresh from the provider and refused by it: a fault of theirs, not an answer about the person
    return second === "token-refused" ? null : second;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    parts.log.warn(
      { err: error.cause, identity: identity.id, provider: identity.provider },
      "a membership could not be read",
    );
    return null;
  }
}

export async function storeAnswer(parts: Parts, identity: Identity, source: Source, answer: Answer): Promise<void> {
  const { config, clock } = parts;
  await parts.db.transaction().execute(async (db) => {
    const at = clock.now();
    const provider = identity.provider;
    const subject = { memberId: identity.member_id, config, now: at, provider, why: source };
    await auditPermissionChange(db, subject, async () => {
      if (answer === "grant-revoked") {
        await db.updateTable("identity").set({ status: "revoked" }).where("id", "=", identity.id).execute();
        await saveEntitlement(db, identity.id, withdrawnEntitlement(at));
        return;
      }
      const previous = await findEntitlement(db, identity.id);
      const seen = { provider, source, at, membership: answer, graceMs: config.graceMs };
      await saveEntitlement(db, identity.id, nextEntitlement(previous, seen));
    });
    if (answer !== "grant-revoked") return;
    await deleteTokens(db, identity.id);
    const ended = await endSessions(db, identity.member_id, { identityId: identity.id });
    await recordAudit(db, {
      at,
      kind: "grant-revoked",
      memberId: identity.member_id,
      provider,
      detail: { ended_sessions: ended },
    });
  });
}
