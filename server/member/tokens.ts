// A provider's tokens for one identity: stored encrypted, one set per identity, one refresh at a time.
import type { Database } from "#server/database/open.ts";
import type { Keyring } from "#server/keyring.ts";
import type { Parts } from "#server/parts.ts";
import { Refusal } from "#server/refusal.ts";
import type { ProviderClient, Tokens } from "./providers/provider.ts";
import { words } from "./words.ts";

const lockMs = 30_000;
const waitMs = 8_000;

export async function saveTokens(db: Database, keys: Keyring, identityId: string, tokens: Tokens): Promise<void> {
  const row = sealTokens(keys, identityId, tokens);
  await db
    .insertInto("provider_token")
    .values({ identity_id: identityId, ...row })
    .onConflict((conflict) => conflict.column("identity_id").doUpdateSet(row))
    .execute();
}

async function replaceTokens(
  db: Database,
  keys: Keyring,
  { identityId, before, tokens }: { identityId: string; before: string; tokens: Tokens },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("provider_token")
    .set(sealTokens(keys, identityId, tokens))
    .where("identity_id", "=", identityId)
    .where("access_sealed", "=", before)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

function sealTokens(keys: Keyring, identityId: string, tokens: Tokens) {
  return {
    access_sealed: keys.seal(tokens.access, purpose(identityId, "access")),
    refresh_sealed: tokens.refresh && keys.seal(tokens.refresh, purpose(identityId, "refresh")),
    scopes: JSON.stringify(tokens.scopes),
    expires_at: tokens.expiresAt,
    refresh_lock_until: null,
  };
}

export async function deleteTokens(db: Database, identityId: string): Promise<void> {
  await db.deleteFrom("provider_token").where("identity_id", "=", identityId).execute();
}

/** Undefined when there are none, or they were encrypted with a lost key: then only a new login helps. */
export async function findTokens(
  { db, keys }: Pick<Parts, "db" | "keys">,
  identityId: string,
): Promise<{ access: string; refresh: string | null; sealed: string } | undefined> {
  const row = await db
    .selectFrom("provider_token")
    .selectAll()
    .where("identity_id", "=", identityId)
    .executeTakeFirst();
  const access = row && keys.unseal(row.access_sealed, purpose(identityId, "access"));
  if (!access) return undefined;
  const refresh = row.refresh_sealed ? keys.unseal(row.refresh_sealed, purpose(identityId, "refresh")) : undefined;
  return { access, refresh: refresh ?? null, sealed: row.access_sealed };
}

/**
 * A new access token instead of `refused`. Refresh tokens work only once: a second caller waits for the first and uses
 * its result. The new pair is stored before it is used.
 */
export async function refreshAccess(
  parts: Pick<Parts, "db" | "keys" | "clock">,
  client: ProviderClient,
  identityId: string,
  refused: string,
): Promise<{ access: string } | "grant-revoked"> {
  const { db, keys, clock } = parts;
  const giveUpAt = Date.now() + waitMs;
  for (;;) {
    const tokens = await findTokens(parts, identityId);
    if (!tokens) return "grant-revoked";
    if (tokens.access !== refused) return { access: tokens.access };
    if (!tokens.refresh) return "grant-revoked";
    const now = clock.now();
    const { numUpdatedRows } = await db
      .updateTable("provider_token")
      .set({ refresh_lock_until: new Date(now.getTime() + lockMs) })
      .where("identity_id", "=", identityId)
      .where((where) => where.or([where("refresh_lock_until", "is", null), where("refresh_lock_until", "<", now)]))
      .executeTakeFirst();
    if (numUpdatedRows > 0n) {
      try {
        const renewed = await client.refreshTokens(tokens.refresh);
        if (renewed === "grant-revoked") return renewed;
        // never overwrites the tokens of a login that came meanwhile: the next try finds those
        const isOurs = await replaceTokens(db, keys, { identityId, before: tokens.sealed, tokens: renewed });
        if (isOurs) return { access: renewed.access };
      } finally {
        await db
          .updateTable("provider_token")
          .set({ refresh_lock_until: null })
          .where("identity_id", "=", identityId)
          .execute();
      }
    }
    if (Date.now() > giveUpAt) throw new Refusal("provider-unavailable", words.slow);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

function purpose(identityId: string, column: "access" | "refresh"): string {
  return `provider-token|${identityId}|${column}`;
}
