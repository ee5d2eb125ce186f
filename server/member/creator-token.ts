// The creator's Patreon token: first from the settings; refreshed when Patreon refuses it, and then stored encrypted.
import { z } from "zod";
import type { Membership } from "#server/access/entitlement.ts";
import type { Parts } from "#server/parts.ts";
import { findClient } from "./providers/list.ts";
import { readCampaign } from "./providers/patreon-campaign.ts";

const name = "patreon-creator-tokens";

/** Null when no creator's token is set up, or when Patreon no longer accepts it: then a person must renew it. */
export async function readWithCreatorToken(parts: Parts): Promise<Map<string, Membership> | null> {
  const { patreon } = parts.config;
  return patreon && askWithCreatorToken(parts, (access) => readCampaign(patreon, access));
}

/** Asks with the creator's token, and once more when it had to be refreshed. Null: see above. */
export async function askWithCreatorToken<T>(
  parts: Parts,
  ask: (access: string) => Promise<T | "token-refused">,
): Promise<T | null> {
  const { config, log } = parts;
  const client = findClient(config, "patreon");
  const tokens = await findCreatorTokens(parts);
  if (!client || !tokens) return null;
  const first = await ask(tokens.access);
  if (first !== "token-refused") return first;
  const renewed = tokens.refresh ? await client.refreshTokens(tokens.refresh) : "grant-revoked";
  if (renewed === "grant-revoked") {
    // a refresh token works once: another process may have used it a moment before us
    const other = await findCreatorTokens(parts);
    const again = other && other.access !== tokens.access ? await ask(other.access) : "token-refused";
    if (again !== "token-refused") return again;
    log.error(
      "Patreon refuses the creator's token; set PATREON_CREATOR_TOKEN and PATREON_CREATOR_REFRESH_TOKEN to new ones",
    );
    return null;
  }
  await saveCreatorTokens(parts, renewed);
  const second = await ask(renewed.access);
  return second === "token-refused" ? null : second;
}

interface CreatorTokens {
  access: string;
  refresh: string | null;
  /** Null when nobody has told us. */
  expiresAt: Date | null;
}

/** For the check-up. Null without a creator's token. */
export async function describeCreatorTokens(
  parts: Parts,
): Promise<{ expiresAt: Date | null; isRenewable: boolean } | null> {
  const tokens = await findCreatorTokens(parts);
  return tokens && { expiresAt: tokens.expiresAt, isRenewable: tokens.refresh !== null };
}

/** What was refreshed from the present setting; a new setting starts over. */
async function findCreatorTokens({ db, keys, config }: Parts): Promise<CreatorTokens | null> {
  const { creatorToken, creatorRefreshToken } = config.patreon ?? {};
  if (!creatorToken) return null;
  const row = await db.selectFrom("secret_setting").selectAll().where("name", "=", name).executeTakeFirst();
  const text = row && keys.unseal(row.sealed, purpose(creatorToken));
  if (!text) return { access: creatorToken, refresh: creatorRefreshToken ?? null, expiresAt: null };
  const { access, refresh, expires_at } = Stored.parse(JSON.parse(text));
  return { access, refresh, expiresAt: expires_at ? new Date(expires_at) : null };
}

const Stored = z.object({ access: z.string(), refresh: z.string().nullable(), expires_at: z.string().nullish() });

export async function saveCreatorTokens(
  { db, keys, config, clock }: Parts,
  { access, refresh, expiresAt }: CreatorTokens,
): Promise<void> {
  const text = JSON.stringify({ access, refresh, expires_at: expiresAt?.toISOString() ?? null });
  const row = {
    sealed: keys.seal(text, purpose(config.patreon?.creatorToken ?? "")),
    changed_at: clock.now(),
  };
  await db
    .insertInto("secret_setting")
    .values({ name, ...row })
    .onConflict((conflict) => conflict.column("name").doUpdateSet(row))
    .execute();
}

function purpose(setting: string): string {
  return `${name}|${setting}`;
}
