// Tokens that a person has granted to the archive itself: first from the settings; refreshed when the provider refuses
// them, and then stored encrypted.
import { z } from "zod";
import type { Provider } from "#contract/member.ts";
import type { Parts } from "#server/parts.ts";
import { findClient } from "#server/member/providers/list.ts";

export interface Grant {
  provider: Provider;
  /** The name of the row that keeps what was refreshed. */
  name: string;
  /** The token of the settings; null: nobody has granted anything. */
  access: string | null;
  refresh: string | null;
  /** For the log, when a person must renew it. */
  settings: string;
}

export interface GrantedTokens {
  access: string;
  refresh: string | null;
  /** Null when nobody has told us. */
  expiresAt: Date | null;
}

/**
 * Asks with the granted token, and once more when it had to be refreshed. Null when there is none, or when the provider no
 * longer accepts it: then a person must renew it.
 */
export async function askWithGrant<T>(
  parts: Parts,
  grant: Grant,
  ask: (access: string) => Promise<T | "token-refused">,
): Promise<T | null> {
  const client = findClient(parts.config, grant.provider);
  const tokens = await findGrantedTokens(parts, grant);
  if (!client || !tokens) return null;
  const first = await ask(tokens.access);
  if (first !== "token-refused") return first;
  const renewed = tokens.refresh ? await client.refreshTokens(tokens.refresh) : "grant-revoked";
  if (renewed === "grant-revoked") {
    // a refresh token works once: another process may have used it a moment before us
    const other = await findGrantedTokens(parts, grant);
    const again = other && other.access !== tokens.access ? await ask(other.access) : "token-refused";
    if (again !== "token-refused") return again;
    parts.log.error({ provider: grant.provider }, `the granted token is refused; set ${grant.settings} to new ones`);
    return null;
  }
  await saveGrantedTokens(parts, grant, renewed);
  const second = await ask(renewed.access);
  return second === "token-refused" ? null : second;
}

/** What was refreshed from the present setting; a new setting starts over. */
export async function findGrantedTokens(
  { db, keys }: Pick<Parts, "db" | "keys">,
  grant: Grant,
): Promise<GrantedTokens | null> {
  if (!grant.access) return null;
  const row = await db.selectFrom("secret_setting").selectAll().where("name", "=", grant.name).executeTakeFirst();
  const text = row && keys.unseal(row.sealed, purpose(grant));
  if (!text) return { access: grant.access, refresh: grant.refresh, expiresAt: null };
  const { access, refresh, expires_at } = Stored.parse(JSON.parse(text));
  return { access, refresh, expiresAt: expires_at ? new Date(expires_at) : null };
}

const Stored = z.object({ access: z.string(), refresh: z.string().nullable(), expires_at: z.string().nullish() });

export async function saveGrantedTokens(
  { db, keys, clock }: Pick<Parts, "db" | "keys" | "clock">,
  grant: Grant,
  { access, refresh, expiresAt }: GrantedTokens,
): Promise<void> {
  const text = JSON.stringify({ access, refresh, expires_at: expiresAt?.toISOString() ?? null });
  const row = { sealed: keys.seal(text, purpose(grant)), changed_at: clock.now() };
  await db
    .insertInto("secret_setting")
    .values({ name: grant.name, ...row })
    .onConflict((conflict) => conflict.column("name").doUpdateSet(row))
    .execute();
}

function purpose({ name, access }: Grant): string {
  return `${name}|${access ?? ""}`;
}
