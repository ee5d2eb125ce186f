// Which campaign, if there are several, and which of its tiers may watch.
import type { Campaign } from "#contract/setup.ts";
import fields from "#web/ui/fields/fields.module.css";
import type { Choice } from "./choice.ts";
import { TierList } from "./tier-list.tsx";
import { words } from "./words.ts";

interface Props {
  campaigns: readonly Campaign[];
  choice: Choice;
  onChange: (choice: Choice) => void;
}

export function CampaignChoice({ campaigns, choice, onChange }: Props) {
  const campaign = campaigns.find(({ id }) => id === choice.campaign_id);
  return (
    <>
      {campaigns.length > 1 && (
        <fieldset className={fields.choices}>
          <legend>{words.campaign}</legend>
          {campaigns.map(({ id, name }) => (
            <label key={id} className={fields.choice}>
              <input
                type="radio"
                name="campaign"
                checked={id === choice.campaign_id}
                onChange={() => onChange({ campaign_id: id, tier_ids: [] })}
              />
              {name}
            </label>
          ))}
        </fieldset>
      )}
      {campaign && (
        <TierList
          legend={words.whoMayWatch}
          campaign={campaign}
          chosen={choice.tier_ids}
          onChange={(tier_ids) => onChange({ ...choice, tier_ids })}
        />
      )}
    </>
  );
}
