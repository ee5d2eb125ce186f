// Who may watch: the tiers of the campaign, by name.
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { SetUp } from "#contract/setup.ts";
import { call } from "#web/api.ts";
import { CampaignChoice } from "#web/tiers/campaign-choice.tsx";
import { beginChoice } from "#web/tiers/choice.ts";
import { SaveTiers } from "./save-tiers.tsx";

export function PatreonTiers({ patreon, onChange }: { patreon: SetUp["patreon"]; onChange: (after: SetUp) => void }) {
  const { campaigns, campaign_id: campaignId, tier_ids: tierIds, is_ready } = patreon;
  const [choice, setChoice] = useState(() => beginChoice(campaigns, { campaignId, tierIds }));
  const save = useMutation({ mutationFn: () => call("chooseTiers", { body: choice }), onSuccess: onChange });
  return (
    <SaveTiers save={save} isReady={is_ready}>
      <CampaignChoice campaigns={campaigns} choice={choice} onChange={setChoice} />
    </SaveTiers>
  );
}
