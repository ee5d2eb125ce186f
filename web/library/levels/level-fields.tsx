// The level of a recording, and the date from which a lower one suffices. Only where there is more than one level.
import type { NamedLevel } from "#contract/levels/levels.ts";
import { Field } from "#web/library/edit/field.tsx";
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
      <Field label={words.level} fault={faults.get("level")}>
        {(props) => (
          <select
            {...props}
            value={toOption(draft.level)}
            onChange={({ target }) => change(chooseLevel(draft, choices, fromOption(target.value)))}
          >
            <Options levels={choices} />
          </select>
        )}
      </Field>
      {lower.length > 0 && (
        <Field label={words.early} fault={faults.get("opens_at")}>
          {(props) => (
            <input
              {...props}
              type="datetime-local"
              title={words.earlyHint}
              defaultValue={toLocal(draft.opens_at)}
              onChange={({ target }) => {
                const opens_at = fromLocal(target.value);
                if (opens_at !== undefined)
                  change({ ...draft, opens_at, ...(opens_at === null && { opens_level: null }) });
              }}
            />
          )}
        </Field>
      )}
      {lower.length > 1 && draft.opens_at && (
        <Field label={words.opensLevel} fault={faults.get("opens_level")}>
          {(props) => (
            <select
              {...props}
              value={toOption(draft.opens_level)}
              onChange={({ target }) => change({ ...draft, opens_level: fromOption(target.value) })}
            >
              <Options levels={lower} />
            </select>
          )}
        </Field>
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
