// After connecting: who may watch. Saving it makes the connection count.
import { type ReactNode, useState } from "react";
import type { Connections } from "#contract/setup.ts";
import { words as settingsWords } from "#web/studio/settings/words.ts";
import forms from "#web/tiers/forms.module.css";
import { TierList } from "#web/tiers/tier-list.tsx";
import { Button } from "#web/ui/button.tsx";
import { useSaveConnection } from "./queries.ts";
import { words } from "./words.ts";

interface CampaignProps {
  patreon: Connections["patreon"];
  tierIds: readonly string[];
  cancel: ReactNode;
}

export function CampaignForm({ patreon: { campaigns }, tierIds, cancel }: CampaignProps) {
  const [campaignId, setCampaignId] = useState(campaigns[0]?.id ?? "");
  const campaign = campaigns.find(({ id }) => id === campaignId);
  const [chosen, setChosen] = useState(() => tierIds.filter((id) => campaign?.tiers.some((tier) => tier.id === id)));
  const save = useSaveConnection();
  return (
    <form
      className={forms.form}
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate({ campaign_id: campaignId, tier_ids: chosen });
      }}
    >
      {campaigns.length > 1 && (
        <fieldset className={forms.choices}>
          <legend>{words.campaign}</legend>
          {campaigns.map(({ id, name }) => (
            <label key={id} className={forms.choice}>
              <input
                type="radio"
                name="campaign"
                checked={id === campaignId}
                onChange={() => {
                  setCampaignId(id);
                  setChosen([]);
                }}
              />
              {name}
            </label>
          ))}
        </fieldset>
      )}
      {campaign && <TierList legend={words.legend} campaign={campaign} chosen={chosen} onChange={setChosen} />}
      <Save isPending={save.isPending} cancel={cancel} />
    </form>
  );
}

const levels = ["1000", "2000", "3000"] as const;

export function ChannelForm({ cancel }: { cancel: ReactNode }) {
  const [tier, setTier] = useState<(typeof levels)[number]>("1000");
  const save = useSaveConnection();
  return (
    <form
      className={forms.form}
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate({ min_tier: tier });
      }}
    >
      <fieldset className={forms.choices}>
        <legend>{words.legend}</legend>
        {levels.map((level) => (
          <label key={level} className={forms.choice}>
            <input type="radio" name="channel-tier" checked={level === tier} onChange={() => setTier(level)} />
            {settingsWords.twitch.levels[level]}
          </label>
        ))}
      </fieldset>
      <Save isPending={save.isPending} cancel={cancel} />
    </form>
  );
}

function Save({ isPending, cancel }: { isPending: boolean; cancel: ReactNode }) {
  return (
    <div className={forms.buttons}>
      <Button type="submit" look="lamp" busy={isPending}>
        {words.save}
      </Button>
      {cancel}
    </div>
  );
}
