// One setting that is on or off: a checkbox that saves at once.
import type { Settings, SettingsChange } from "#contract/setup.ts";
import fields from "#web/ui/fields/fields.module.css";
import { useChange } from "./queries.ts";
import { words } from "./words.ts";

/** The settings that are on or off. */
type Name = "hides_new" | "offline_video" | "moments" | "moment_previews" | "editors_invite";

interface Props {
  name: Name;
  settings: Pick<Settings, Name>;
  label: string;
  hint?: string;
}

export function OnOff({ name, settings, label, hint }: Props) {
  const { value, is_fixed } = settings[name];
  const save = useChange();
  // shown as it will be, until the server says otherwise
  const isOn = save.isPending ? (save.variables[name] ?? value) : value;
  return (
    <div className={fields.form}>
      <label className={fields.choice}>
        <input
          type="checkbox"
          checked={isOn}
          disabled={is_fixed}
          onChange={({ target }) => save.mutate({ [name]: target.checked } satisfies SettingsChange)}
        />
        {label}
      </label>
      {(is_fixed || hint) && <p className={fields.hint}>{is_fixed ? words.fixed : hint}</p>}
    </div>
  );
}
