// The level of a recording, and the date from which a lower one suffices. Only where there is more than one level.
import type { NamedLevel } from "#contract/levels/levels.ts";
import { FaultField } from "#web/ui/fields/field.tsx";
import { chooseLevel, fromLocal, fromOption, type LevelDraft, listLower, toLocal, toOption } from "./draft.ts";
import { words } from "./words.ts";

interface Props<T extends LevelDraft> {
  choices: readonly NamedLevel[];
  draft: T;
  change: (draft: T) => void;
  faults: ReadonlyMap<string, string>;
}

export function LevelFields<T extends LevelDraft>({ choices, draft, change, faults }: Props<T>) {
  const lower = listLower(choices, draft.level);
  return (
    <>
      <FaultField label={words.level} fault={faults.get("level")}>
        <select
          value={toOption(draft.level)}
          onChange={({ target }) => change(chooseLevel(draft, choices, fromOption(target.value)))}
        >
          <Options levels={choices} />
        </select>
      </FaultField>
      {lower.length > 0 && (
        <FaultField label={words.early} fault={faults.get("opens_at")}>
          <input
            type="datetime-local"
            title={words.earlyHint}
            defaultValue={toLocal(draft.opens_at)}
            onChange={({ target }) => {
              const opens_at = fromLocal(target.value);
              if (opens_at !== undefined)
                change({ ...draft, opens_at, ...(opens_at === null && { opens_level: null }) });
            }}
          />
        </FaultField>
      )}
      {lower.length > 1 && draft.opens_at && (
        <FaultField label={words.opensLevel} fault={faults.get("opens_level")}>
          <select
            value={toOption(draft.opens_level)}
            onChange={({ target }) => change({ ...draft, opens_level: fromOption(target.value) })}
          >
            <Options levels={lower} />
          </select>
        </FaultField>
      )}
    </>
  );
}

function Options({ levels }: { levels: readonly NamedLevel[] }) {
  return levels.map(({ id, name }) => (
    <option key={toOption(id)} value={toOption(id)}>
      {name}
    </option>
  ));
}
