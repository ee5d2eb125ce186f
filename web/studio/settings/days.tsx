// A setting that is a number of days.
import { useId, useState } from "react";
import type { Settings } from "#contract/setup.ts";
import { Button } from "#web/ui/button.tsx";
import { useChange } from "./queries.ts";
import fields from "#web/ui/fields/fields.module.css";
import { words } from "./words.ts";

interface Props {
  name: "sign_in_days" | "offline_days";
  settings: Settings;
  least: number;
  text: { days: string; hint: string; save: string };
}

export function Days({ name, settings: { [name]: setting }, least, text }: Props) {
  const id = useId();
  const [days, setDays] = useState(String(setting.value));
  const save = useChange();
  return (
    <form
      className={fields.form}
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate({ [name]: Number(days) });
      }}
    >
      <label className={fields.label} htmlFor={id}>
        {text.days}
      </label>
      <input
        id={id}
        type="number"
        className={fields.input}
        required
        min={least}
        max={365}
        value={days}
        readOnly={setting.is_fixed}
        aria-describedby={`${id}-hint`}
        onChange={({ target }) => setDays(target.value)}
      />
      <p id={`${id}-hint`} className={fields.hint}>
        {setting.is_fixed ? words.fixed : text.hint}
      </p>
      {!setting.is_fixed && (
        <div>
          <Button type="submit" busy={save.isPending}>
            {text.save}
          </Button>
        </div>
      )}
    </form>
  );
}
