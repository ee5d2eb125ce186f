// The creator's Patreon token: what the archive asks with it, and what the check-up says about it.
import type { Membership } from "#server/access/entitlement.ts";
import type { Config } from "#server/config.ts";
import type { Parts } from "#server/parts.ts";
import { askWithGrant, findGrantedTokens, saveGrantedTokens, type Grant, type GrantedTokens } from "./tokens.ts";
import { readCampaign } from "#server/member/providers/patreon-campaign.ts";

const grantOf = ({ patreon }: Config): Grant => ({
  provider: "patreon",
  name: "patreon-creator-tokens",
  access: patreon?.creatorToken ?? null,
  refresh: patreon?.creatorRefreshToken ?? null,
  settings: "PATREON_CREATOR_TOKEN and PATREON_CREATOR_REFRESH_TOKEN",
});

/** Null when no creator's token is set up, or when Patreon no longer accepts it: then a person must renew it. */
export async function readWithCreatorToken(parts: Parts): Promise<Map<string, Membership> | null> {
  const { patreon } = parts.config;
  return patreon && askWithCreatorToken(parts, (access) => readCampaign(patreon, access));
}

/** Null: see above. */
export async function askWithCreatorToken<T>(
  parts: Parts,
  ask: (access: string) => Promise<T | "token-refused">,
): Promise<T | null> {
  return askWithGrant(parts, grantOf(parts.config), ask);
}

/** For the check-up. Null without a creator's token. */
export async function describeCreatorTokens(
  parts: Parts,
): Promise<{ expiresAt: Date | null; isRenewable: boolean } | null> {
  const tokens = await findGrantedTokens(parts, grantOf(parts.config));
  return tokens && { expiresAt: tokens.expiresAt, isRenewable: tokens.refresh !== null };
}

export async function saveCreatorTokens(parts: Parts, tokens: GrantedTokens): Promise<void> {
  await saveGrantedTokens(parts, grantOf(parts.config), tokens);
}
