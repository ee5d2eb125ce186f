// Patreon: the client, the creator's permission, the campaign with its tiers, and the webhook.
import type { CheckLine } from "#contract/check-up.ts";
import type { PatreonConfig } from "#server/config.ts";
import { askWithCreatorToken, describeCreatorTokens } from "#server/member/granted/creator-token.ts";
import { findLastHeard } from "#server/member/hints.ts";
import { isPatreonClient, readCreator } from "#server/member/providers/patreon-creator.ts";
import { createHooksClient } from "#server/member/providers/patreon-hooks.ts";
import type { Parts } from "#server/parts.ts";
import { nameOf } from "#server/setup/provider-facts.ts";
import { sayWhoIsSilent } from "#server/setup/steps.ts";
import { words as setUpWords } from "#server/setup/words.ts";
import { sayDay } from "./keeping.ts";
import { attempt, bad, good, warning } from "./line.ts";
import { words } from "./words.ts";

const dayMs = 86_400_000;
const shortDays = 7;

export async function checkPatreon(parts: Parts): Promise<CheckLine[]> {
  const { patreon } = parts.config;
  if (!patreon) return [];
  const client = attempt(parts, "patreon-client", () => checkClient(patreon));
  if (!patreon.creatorToken) return [await client, warning("patreon-creator", words.noCreator)];
  // not at once: a token that has ended is refreshed by the first, and only once
  const campaign = await attempt(parts, "patreon-campaign", () => checkCampaign(parts, patreon));
  if (campaign.sentence === words.creatorGone) return [await client, { ...bad("patreon-creator", words.creatorGone) }];
  const rest = await Promise.all([
    attempt(parts, "patreon-creator", () => checkCreator(parts)),
    attempt(parts, "patreon-webhook", () => checkHook(parts, patreon)),
  ]);
  return [await client, campaign, ...rest];
}

async function checkClient({ origin, clientId, clientSecret, redirectUri }: PatreonConfig): Promise<CheckLine> {
  const isReal = await sayWhoIsSilent("patreon", () =>
    isPatreonClient(origin, { clientId, clientSecret, redirectUri }),
  );
  return isReal
    ? good("patreon-client", words.client(nameOf.patreon))
    : bad("patreon-client", words.wrongClient(nameOf.patreon));
}

async function checkCampaign(
  parts: Parts,
  { origin, campaignId, tierIds, allTierIds }: PatreonConfig,
): Promise<CheckLine> {
  const name = "patreon-campaign";
  const creator = await sayWhoIsSilent("patreon", () =>
    askWithCreatorToken(parts, (access) => readCreator(origin, access)),
  );
  if (creator === null) return bad(name, words.creatorGone);
  const campaign = creator.campaigns.find(({ id }) => id === campaignId);
  if (!campaign) return bad(name, words.foreignCampaign(campaignId, creator.person.name));
  const chosen = campaign.tiers.filter(({ id }) => tierIds.includes(id));
  const gone = allTierIds.filter((id) => !campaign.tiers.some((tier) => tier.id === id));
  if (gone.length > 0) return bad(name, words.tiersGone(gone));
  return good(
    name,
    words.campaign(
      campaign.name,
      chosen.map(({ title }) => title),
    ),
  );
}

/** It was accepted a moment ago; this is about how long that lasts. */
async function checkCreator(parts: Parts): Promise<CheckLine> {
  const { expiresAt, isRenewable } = (await describeCreatorTokens(parts)) ?? { expiresAt: null, isRenewable: false };
  if (isRenewable) return good("patreon-creator", words.creator(expiresAt && sayDay(expiresAt)));
  if (expiresAt === null) return warning("patreon-creator", words.creatorEndsSometime);
  const days = Math.floor((expiresAt.getTime() - parts.clock.now().getTime()) / dayMs);
  return (days < shortDays ? bad : warning)("patreon-creator", words.creatorEnds(sayDay(expiresAt)));
}

async function checkHook(parts: Parts, { origin, webhookSecret }: PatreonConfig): Promise<CheckLine> {
  const name = "patreon-webhook";
  if (!webhookSecret) return warning(name, words.noHook);
  const callback = `${parts.config.publicUrl}/api/webhooks/patreon`;
  const hook = await sayWhoIsSilent("patreon", () =>
    askWithCreatorToken(parts, (access) => createHooksClient(origin, access).find(callback)),
  );
  if (hook === null) return bad(name, words.creatorGone);
  if (hook === undefined) return bad(name, setUpWords.hookMissing);
  if (hook.isPaused) return bad(name, words.hookPaused(hook.timesFailed));
  const heard = await findLastHeard(parts.db, "patreon");
  return good(name, heard ? words.heard(nameOf.patreon, sayDay(heard)) : words.notHeard(nameOf.patreon));
}
