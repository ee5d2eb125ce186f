// The name of the archive and its time zone. Its address is shown only: links and logins depend on it.
import { useId, useState } from "react";
import type { Settings } from "#contract/setup.ts";
import { ZoneField } from "#web/tiers/zone-field.tsx";
import { Button } from "#web/ui/button.tsx";
import css from "./settings.module.css";
import { useChange } from "./queries.ts";
import { words } from "./words.ts";

export function ArchiveForm({ settings: { name, address, time_zone } }: { settings: Settings }) {
  const id = useId();
  const [text, setText] = useState(name.value);
  const [zone, setZone] = useState(time_zone.value);
  const isOpen = !name.is_fixed || !time_zone.is_fixed;
  const save = useChange();
  return (
    <form
      className={css.form}
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate({ ...(!name.is_fixed && { name: text }), ...(zone !== time_zone.value && { time_zone: zone }) });
      }}
    >
      <label className={css.label} htmlFor={id}>
        {words.archive.name}
      </label>
      <input
        id={id}
        className={css.input}
        value={text}
        readOnly={name.is_fixed}
        aria-describedby={name.is_fixed ? `${id}-fixed` : undefined}
        onChange={(event) => setText(event.target.value)}
      />
      {name.is_fixed && (
        <p id={`${id}-fixed`} className={css.hint}>
          {words.fixed}
        </p>
      )}
      <ZoneField value={zone} isFixed={time_zone.is_fixed} onChange={setZone} />
      {isOpen && (
        <div>
          <Button type="submit" busy={save.isPending}>
            {words.archive.save}
          </Button>
        </div>
      )}
      <p className={css.hint}>
        {words.archive.address}: {address.value} {address.is_fixed && words.fixed}
      </p>
    </form>
  );
}
