// What an owner chooses about a campaign, begun with what was chosen before.
import type { Campaign } from "#contract/setup.ts";

export interface Choice {
  campaign_id: string;
  tier_ids: string[];
}

/** Leaves deleted tiers out: they have no box to untick, and would be refused. */
export function beginChoice(
  campaigns: readonly Campaign[],
  before: { campaignId: string | null; tierIds: readonly string[] },
): Choice {
  const campaign = campaigns.find(({ id }) => id === before.campaignId) ?? campaigns[0];
  const tier_ids = before.tierIds.filter((id) => campaign?.tiers.some((tier) => tier.id === id));
  return { campaign_id: campaign?.id ?? "", tier_ids };
}
