// Who may watch: the tiers at Patreon, and the lowest tier at Twitch. What the environment sets is shown only.
import { useState } from "react";
import type { Campaign, Settings } from "#contract/setup.ts";
import { ChannelChoice } from "#web/tiers/channel-choice.tsx";
import { TierList } from "#web/tiers/tier-list.tsx";
import { Button } from "#web/ui/button.tsx";
import { useChange } from "./queries.ts";
import fields from "#web/ui/fields/fields.module.css";
import { words } from "./words.ts";

type Patreon = NonNullable<Settings["patreon"]>;
type Twitch = NonNullable<Settings["twitch"]>;

export function PatreonForm({ campaign, tiers }: { campaign: Campaign; tiers: Patreon["tier_ids"] }) {
  const [chosen, setChosen] = useState(tiers.value);
  const save = useChange();
  return (
    <form
      className={fields.form}
      onSubmit={(event) => {
        event.preventDefault();
        // a deleted tier has no box to untick
        const there = chosen.filter((id) => campaign.tiers.some((tier) => tier.id === id));
        save.mutate({ tier_ids: there });
      }}
    >
      <TierList
        legend={words.patreon.legend(campaign.name)}
        campaign={campaign}
        chosen={chosen}
        isFixed={tiers.is_fixed}
        onChange={setChosen}
      />
      <Save label={words.patreon.save} isFixed={tiers.is_fixed} isPending={save.isPending} />
    </form>
  );
}

export function TwitchForm({ tier }: { tier: Twitch["min_tier"] }) {
  const [chosen, setChosen] = useState(tier.value);
  const save = useChange();
  return (
    <form
      className={fields.form}
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate({ min_tier: chosen });
      }}
    >
      <ChannelChoice legend={words.twitch.legend} level={chosen} isFixed={tier.is_fixed} onChange={setChosen} />
      <Save label={words.twitch.save} isFixed={tier.is_fixed} isPending={save.isPending} />
    </form>
  );
}

function Save({ label, isFixed, isPending }: { label: string; isFixed: boolean; isPending: boolean }) {
  if (isFixed) return <p className={fields.hint}>{words.fixed}</p>;
  return (
    <div>
      <Button type="submit" busy={isPending}>
        {label}
      </Button>
    </div>
  );
}
