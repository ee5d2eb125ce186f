// From what the owner answered about a provider to settings: everything is asked once more, and Patreon's webhook is made.
import { createHooksClient } from "#server/member/providers/patreon-hooks.ts";
import { readBroadcaster } from "#server/member/providers/twitch-broadcaster.ts";
import { randomToken } from "#server/member/session.ts";
import type { Parts } from "#server/parts.ts";
import { Refusal } from "#server/refusal.ts";
import type { Answers, PatreonAnswers, TwitchAnswers } from "./answers.ts";
import { addressOf, nameOf } from "./provider-facts.ts";
import { requireTiers, sayWhoIsSilent } from "./steps.ts";
import type { NewValues } from "./stored.ts";
import { words } from "./words.ts";

/** Makes the webhook, too; `undo` removes it again. */
export async function readPatreonValues(
  parts: Parts,
  answers: Answers,
  undo: AsyncDisposableStack,
): Promise<NewValues> {
  const { clientId, clientSecret, tokens, campaignId, tierIds } = answers.patreon as PatreonAnswers;
  const chosen = { campaignId: campaignId ?? "", tierIds };
  const campaigns = await requireTiers(parts, { tokens }, chosen);
  const tiers = campaigns.find(({ id }) => id === campaignId)?.tiers ?? [];
  const hooks = createHooksClient(parts.config.providerOrigins.patreon, tokens?.access ?? "");
  const callback = `${addressOf(parts.config, answers)}/api/webhooks/patreon`;
  const hook = await sayWhoIsSilent("patreon", async () => {
    const left = await hooks.list(callback);
    // Patreon tells the secret only when a webhook is made
    if (left !== "token-refused") for (const { id } of left) await hooks.remove(id);
    return hooks.create(callback, chosen.campaignId);
  });
  if (hook === "token-refused") throw new Refusal("conflict", words.grantGone(nameOf.patreon));
  undo.defer(() => hooks.remove(hook.id));
  return {
    PATREON_CLIENT_ID: clientId,
    PATREON_CLIENT_SECRET: clientSecret,
    PATREON_CAMPAIGN_ID: chosen.campaignId,
    PATREON_TIER_IDS: tierIds.join(","),
    PATREON_TIER_TITLE: tiers.find(({ id }) => tierIds.includes(id))?.title.slice(0, 80) ?? "",
    PATREON_CREATOR_TOKEN: tokens?.access ?? "",
    PATREON_CREATOR_REFRESH_TOKEN: tokens?.refresh ?? "",
    PATREON_WEBHOOK_SECRET: hook.secret,
  };
}

export async function readTwitchValues(parts: Parts, answers: TwitchAnswers): Promise<NewValues> {
  const { twitchId: idOrigin, twitchApi: apiOrigin } = parts.config.providerOrigins;
  const { clientId, clientSecret, tokens, person, minTier } = answers;
  const found = await sayWhoIsSilent("twitch", () =>
    readBroadcaster({ idOrigin, apiOrigin }, clientId, tokens?.access ?? ""),
  );
  if (found === "token-refused" || !found.mayReadSubscriptions)
    throw new Refusal("conflict", words.grantGone(nameOf.twitch));
  return {
    TWITCH_CLIENT_ID: clientId,
    TWITCH_CLIENT_SECRET: clientSecret,
    TWITCH_BROADCASTER_ID: person?.id ?? "",
    TWITCH_MIN_TIER: minTier ?? "1000",
    TWITCH_BROADCASTER_TOKEN: tokens?.access ?? "",
    TWITCH_BROADCASTER_REFRESH_TOKEN: tokens?.refresh ?? "",
    // a channel that is connected again keeps its subscriptions
    TWITCH_EVENTSUB_SECRET: (parts.config.isSetUp && parts.config.twitch?.eventSubSecret) || randomToken(),
  };
}
