// Light or dark for people who have not chosen.
import { useState } from "react";
import type { Look } from "#contract/look.ts";
import { Button } from "#web/ui/button.tsx";
import fields from "#web/ui/fields/fields.module.css";
import { words as common } from "#web/studio/settings/words.ts";
import css from "./look.module.css";
import { useLookChange } from "./queries.ts";
import { words } from "./words.ts";

const themes = ["auto", "light", "dark"] as const;

export function ThemeForm({ theme }: { theme: Look["default_theme"] }) {
  const [picked, setChosen] = useState<string | null>(null);
  const chosen = picked ?? theme.value;
  const save = useLookChange();
  return (
    <form
      className={fields.form}
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate({ fields: { default_theme: chosen } }, { onSuccess: () => setChosen(null) });
      }}
    >
      <fieldset className={`${fields.choices} ${css.heading}`} disabled={theme.is_fixed}>
        <legend>{words.theme.legend}</legend>
        {themes.map((value) => (
          <label key={value} className={fields.choice}>
            <input type="radio" name="default-theme" checked={value === chosen} onChange={() => setChosen(value)} />
            {words.theme.options[value]}
          </label>
        ))}
      </fieldset>
      {theme.is_fixed ? (
        <p className={fields.hint}>{common.fixed}</p>
      ) : (
        <div>
          <Button type="submit" busy={save.isPending}>
            {words.theme.save}
          </Button>
        </div>
      )}
    </form>
  );
}
