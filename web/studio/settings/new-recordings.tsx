// Whether members see what comes in at once, or only when an editor has looked at it.
import type { Settings } from "#contract/setup.ts";
import { useChange } from "./queries.ts";
import fields from "#web/ui/fields/fields.module.css";
import { words } from "./words.ts";

export function NewRecordings({ hidesNew: { value, is_fixed } }: { hidesNew: Settings["hides_new"] }) {
  const save = useChange();
  // shown as it will be, until the server says otherwise
  const isOn = save.isPending ? (save.variables.hides_new ?? value) : value;
  return (
    <div className={fields.form}>
      <label className={fields.choice}>
        <input
          type="checkbox"
          checked={isOn}
          disabled={is_fixed}
          onChange={({ target }) => save.mutate({ hides_new: target.checked })}
        />
        {words.newRecordings.hide}
      </label>
      <p className={fields.hint}>{is_fixed ? words.fixed : words.newRecordings.hint}</p>
    </div>
  );
}
