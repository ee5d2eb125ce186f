// Who may watch: the tiers of the campaign, by name.
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { SetUp } from "#contract/setup.ts";
import { call } from "#web/api.ts";
import { TierList } from "#web/tiers/tier-list.tsx";
import { Button } from "#web/ui/button.tsx";
import { Refused } from "#web/tiers/refused.tsx";
import css from "#web/tiers/forms.module.css";
import { words } from "./words.ts";

export function PatreonTiers({ patreon, onChange }: { patreon: SetUp["patreon"]; onChange: (after: SetUp) => void }) {
  const { campaigns } = patreon;
  const [campaignId, setCampaignId] = useState(patreon.campaign_id ?? campaigns[0]?.id ?? "");
  const [chosen, setChosen] = useState(patreon.tier_ids);
  const campaign = campaigns.find(({ id }) => id === campaignId);
  const save = useMutation({
    mutationFn: () => call("chooseTiers", { body: { campaign_id: campaignId, tier_ids: chosen } }),
    onSuccess: onChange,
  });
  return (
    <form
      className={css.form}
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      {campaigns.length > 1 && (
        <fieldset className={css.choices}>
          <legend>{words.tiers.campaign}</legend>
          {campaigns.map(({ id, name }) => (
            <label key={id} className={css.choice}>
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
      {campaign && <TierList legend={words.tiers.legend} campaign={campaign} chosen={chosen} onChange={setChosen} />}
      <Refused problem={save.error} />
      <div className={css.buttons}>
        <Button type="submit" look={patreon.is_ready ? "plain" : "lamp"} busy={save.isPending}>
          {words.tiers.save}
        </Button>
        <output>{save.isSuccess ? words.tiers.saved : ""}</output>
      </div>
    </form>
  );
}
