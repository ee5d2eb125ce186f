// The creator's Patreon token: first from the settings; refreshed when Patreon refuses it, and then stored encrypted.
import type { Membership } from "#server/access/entitlement.ts";
import type { Parts } from "#server/parts.ts";
import { findClient } from "./providers/list.ts";
import { readCampaign } from "./providers/patreon-campaign.ts";

const name = "patreon-creator-tokens";

/** Null when no creator's token is set up, or when Patreon no longer accepts it: then a person must renew it. */
export async function readWithCreatorToken(parts: Parts): Promise<Map<string, Membership> | null> {
  const { config, log } = parts;
  const client = findClient(config, "patreon");
  const tokens = await findCreatorTokens(parts);
  if (!config.patreon || !client || !tokens) return null;
  const members = await readCampaign(config.patreon, tokens.access);
  if (members !== "token-refused") return members;
  const renewed = tokens.refresh ? await client.refreshTokens(tokens.refresh) : "grant-revoked";
  if (renewed === "grant-revoked") {
    log.error(
      "Patreon refuses the creator's token; set PATREON_CREATOR_TOKEN and PATREON_CREATOR_REFRESH_TOKEN to new ones",
    );
    return null;
  }
  await saveCreatorTokens(parts, { access: renewed.access, refresh: renewed.refresh });
  const second = await readCampaign(config.patreon, renewed.access);
  return second === "token-refused" ? null : second;
}

interface CreatorTokens {
  access: string;
  refresh: string | null;
}

/** What was refreshed from the present setting; a new setting starts over. */
async function findCreatorTokens({ db, keys, config }: Parts): Promise<CreatorTokens | null> {
  const { creatorToken, creatorRefreshToken } = config.patreon ?? {};
  if (!creatorToken) return null;
  const row = await db.selectFrom("secret_setting").selectAll().where("name", "=", name).executeTakeFirst();
  const text = row && keys.unseal(row.sealed, purpose(creatorToken));
  return text ? (JSON.parse(text) as CreatorTokens) : { access: creatorToken, refresh: creatorRefreshToken ?? null };
}

async function saveCreatorTokens({ db, keys, config, clock }: Parts, tokens: CreatorTokens): Promise<void> {
  const row = {
    sealed: keys.seal(JSON.stringify(tokens), purpose(config.patreon?.creatorToken ?? "")),
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
