// One level above the standard: its name, its tiers, and its place in the order.
import type { StoredLevel } from "#contract/levels/levels.ts";
import type { Campaign } from "#contract/setup.ts";
import { Select } from "#web/studio/settings/fields.tsx";
import { TierList } from "#web/tiers/tier-list.tsx";
import { Button } from "#web/ui/button.tsx";
import fields from "#web/ui/fields/fields.module.css";
import { Field } from "#web/ui/fields/field.tsx";
import css from "./levels.module.css";
import { words } from "./words.ts";

interface Props {
  level: StoredLevel;
  isFixed: boolean;
  /** Null when Patreon is not used or does not answer. */
  campaign: Campaign | null;
  hasTwitch: boolean;
  change: (part: Partial<StoredLevel>) => void;
  moveUp?: () => void;
  remove: () => void;
}

export function OneLevel({ level, isFixed, campaign, hasTwitch, change, moveUp, remove }: Props) {
  const name = level.name || words.unnamed;
  return (
    <fieldset className={css.level}>
      <legend>{words.levelOf(name)}</legend>
      <Field label={words.name} value={level.name} isFixed={isFixed} onChange={(text) => change({ name: text })} />
      {campaign && (
        <TierList
          legend={words.patreon}
          campaign={campaign}
          chosen={level.patreonTierIds}
          isFixed={isFixed}
          onChange={(patreonTierIds) => change({ patreonTierIds })}
        />
      )}
      {hasTwitch && (
        <Select
          label={words.twitch}
          value={level.twitchTier ?? ""}
          isFixed={isFixed}
          options={[{ value: "", name: words.noTwitch }, ...words.twitchTiers]}
          onChange={(tier) => change({ twitchTier: tier || null })}
        />
      )}
      {!isFixed && (
        <div className={fields.buttons}>
          {moveUp && (
            <Button size="small" aria-label={words.moveUpThis(name)} onClick={moveUp}>
              {words.moveUp}
            </Button>
          )}
          <Button size="small" look="quiet" aria-label={words.removeThis(name)} onClick={remove}>
            {words.remove}
          </Button>
        </div>
      )}
    </fieldset>
  );
}
