// Studio > Settings > Levels: their names and order, the tiers of each, and what members see of what they may not watch.
// Everything is saved together. Loaded on demand.
import { useState } from "react";
import { levelLimits } from "#contract/levels/level-limits.ts";
import type { LevelSettings } from "#contract/levels/levels.ts";
import type { Settings } from "#contract/setup.ts";
import { userQuery } from "#web/session.ts";
import { useActing } from "#web/studio/acting.ts";
import { useChange } from "#web/studio/settings/queries.ts";
import rows from "#web/studio/rows.module.css";
import { Button } from "#web/ui/button.tsx";
import fields from "#web/ui/fields/fields.module.css";
import { Field } from "#web/ui/fields/field.tsx";
import { addLevel, begin, changeLevel, type Draft, moveUp, removeLevel, writeChange } from "./draft.ts";
import { OneLevel } from "./one-level.tsx";
import { Select } from "./select.tsx";
import { words } from "./words.ts";

export function Levels({ settings }: { settings: Settings }) {
  const { levels } = settings;
  // what was saved, or undone, is shown anew
  return <LevelsForm key={JSON.stringify(levels)} levels={levels} settings={settings} />;
}

function LevelsForm({ levels, settings }: { levels: LevelSettings; settings: Settings }) {
  const [draft, setDraft] = useState(() => begin(levels));
  const { queries } = useActing();
  const save = useChange();
  const change = (part: Partial<Draft>) => setDraft({ ...draft, ...part });
  const isFixed = levels.above.is_fixed;
  const several = draft.above.length > 0;
  return (
    <form
      className={fields.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (save.isPending) return;
        save.mutate(
          { levels: writeChange(levels, draft) },
          { onSuccess: () => queries.invalidateQueries({ queryKey: userQuery.queryKey }) },
        );
      }}
    >
      <p className={rows.lead}>{words.lead}</p>
      <Field
        label={words.standard}
        value={draft.standard}
        isFixed={levels.standard.is_fixed}
        hint={words.standardHint}
        onChange={(standard) => change({ standard })}
      />
      {draft.above.map((level, place) => (
        <OneLevel
          key={level.key}
          level={level}
          isFixed={isFixed}
          campaign={settings.patreon?.campaign ?? null}
          hasTwitch={settings.twitch !== null}
          change={(part) => setDraft(changeLevel(draft, place, part))}
          {...(place > 0 && { moveUp: () => setDraft(moveUp(draft, place)) })}
          remove={() => setDraft(removeLevel(draft, place))}
        />
      ))}
      {!isFixed && draft.above.length < levelLimits.above && (
        <div>
          <Button onClick={() => setDraft(addLevel(draft))}>{words.add}</Button>
        </div>
      )}
      {several && (
        <>
          <Select
            label={words.locked}
            value={draft.locked}
            isFixed={levels.locked.is_fixed}
            options={[
              { value: "hidden", name: words.lockedHidden },
              { value: "card", name: words.lockedCard },
            ]}
            onChange={(locked) => change({ locked: locked === "card" ? "card" : "hidden" })}
          />
          <LinkField
            value={draft.upgrade_link}
            isFixed={levels.upgrade_link.is_fixed}
            onChange={(upgrade_link) => change({ upgrade_link })}
          />
          <Select
            label={words.newLevel}
            value={draft.new_level ?? ""}
            isFixed={levels.new_level.is_fixed}
            options={[
              { value: "", name: draft.standard },
              ...draft.above.map(({ id, name }) => ({ value: id, name: name || words.unnamed })),
            ]}
            onChange={(id) => change({ new_level: id || null })}
          />
        </>
      )}
      <div>
        <Button type="submit" look="lamp" busy={save.isPending}>
          {words.save}
        </Button>
      </div>
    </form>
  );
}

interface LinkProps {
  value: string;
  isFixed: boolean;
  onChange: (value: string) => void;
}

/** Not required, as the shared field is. */
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
      <span className={fields.hint}>{words.linkHint}</span>
    </label>
  );
}
