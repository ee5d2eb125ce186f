// Studio > Levels: their names and order, the tiers of each, and what members see of what they may not watch.
import { useQuery } from "@tanstack/react-query";
import { levelLimits } from "#contract/levels/level-limits.ts";
import type { StoredLevel } from "#contract/levels/levels.ts";
import type { Settings, Campaign } from "#contract/setup.ts";
import { userQuery } from "#web/session.ts";
import { useActing } from "#web/studio/acting.ts";
import { Loaded } from "#web/studio/loaded.tsx";
import rows from "#web/studio/rows.module.css";
import { Select } from "#web/studio/settings/fields.tsx";
import { settingsQuery, useChange } from "#web/studio/settings/queries.ts";
import { Part, Sheet, useDraft } from "#web/studio/settings/sheet.tsx";
import { words as common, levelWords as words } from "#web/studio/settings/words.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/fields/field.tsx";
import fields from "#web/ui/fields/fields.module.css";
import { TierList } from "#web/tiers/tier-list.tsx";
import css from "./levels.module.css";

export function LevelsPage() {
  return (
    <Loaded query={useQuery(settingsQuery)} what={words.what}>
      {(settings) => <Levels settings={settings} />}
    </Loaded>
  );
}

function Levels({ settings: { levels, patreon, twitch } }: { settings: Settings }) {
  const { value: link, is_fixed } = levels.upgrade_link;
  const draft = useDraft("levels", { ...levels, upgrade_link: { value: link ?? "", is_fixed } });
  const { queries } = useActing();
  const save = useChange();
  const { of, set, values } = draft;
  const { value: above, isFixed, onChange: setAbove } = of("above");
  const newLevel = of("new_level");
  const remove = (removed: StoredLevel) =>
    set({
      above: above.filter((level) => level !== removed),
      ...(values.new_level === removed.id && { new_level: null }),
    });
  return (
    <Sheet
      draft={draft}
      names={words.short}
      save={async (changed) => {
        await save.mutateAsync({ levels: changed });
        await queries.invalidateQueries({ queryKey: userQuery.queryKey });
      }}
    >
      <Part title={words.title}>
        <p className={rows.lead}>{words.lead}</p>
        <Field label={words.standard} hint={words.standardHint} {...of("standard")} />
        {above.map((level, place) => (
          <OneLevel
            key={level.id}
            level={level}
            isFixed={isFixed}
            campaign={patreon?.campaign ?? null}
            hasTwitch={twitch !== null}
            change={(part) => setAbove(above.map((one) => (one === level ? { ...one, ...part } : one)))}
            {...(place > 0 && { moveUp: () => setAbove(moveUp(above, place)) })}
            remove={() => remove(level)}
          />
        ))}
        {!isFixed && above.length < levelLimits.above && (
          <div>
            <Button onClick={() => setAbove([...above, makeLevel()])}>{words.add}</Button>
          </div>
        )}
      </Part>
      {above.length > 0 && (
        <Part title={words.others}>
          <Select
            label={words.locked}
            options={[
              { value: "hidden", name: words.lockedHidden },
              { value: "card", name: words.lockedCard },
            ]}
            {...of("locked")}
          />
          <LinkField {...of("upgrade_link")} />
          <Select
            label={words.newLevel}
            options={[
              { value: "", name: values.standard },
              ...above.map(({ id, name }) => ({ value: id, name: name || words.unnamed })),
            ]}
            value={newLevel.value ?? ""}
            isFixed={newLevel.isFixed}
            onChange={(id) => newLevel.onChange(id || null)}
          />
        </Part>
      )}
    </Sheet>
  );
}

/** A new level gets an id that no removed level had: recordings may still have it. */
function makeLevel(): StoredLevel {
  return { id: crypto.randomUUID().slice(0, 8), name: "", patreonTierIds: [], twitchTier: null };
}

/** One place lower in rank: nearer to the standard, which comes first. */
function moveUp(levels: readonly StoredLevel[], place: number): StoredLevel[] {
  const moved = [...levels];
  moved.splice(place - 1, 0, ...moved.splice(place, 1));
  return moved;
}

interface LinkProps {
  value: string;
  isFixed: boolean;
  onChange: (value: string) => void;
}

/** This field may be empty, unlike the shared one. */
function LinkField({ value, isFixed, onChange }: LinkProps) {
  return (
    <label className={fields.field}>
      <span className={fields.label}>{words.link}</span>
      <input
        type="url"
        className={fields.input}
        value={value}
        readOnly={isFixed}
        placeholder="https://"
        onChange={({ target }) => onChange(target.value)}
      />
      <span className={fields.hint}>{isFixed ? common.fixed : words.linkHint}</span>
    </label>
  );
}

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

/** One level above the standard: its name, its tiers, and its place in the order. */
function OneLevel({ level, isFixed, campaign, hasTwitch, change, moveUp, remove }: Props) {
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
