// The name of the archive and its time zone. Its address is shown only: links and logins depend on it.
import { useState } from "react";
import type { Settings } from "#contract/setup.ts";
import { Field } from "#web/ui/fields/field.tsx";
import { ZoneField } from "#web/tiers/zone-field.tsx";
import { Button } from "#web/ui/button.tsx";
import fields from "#web/ui/fields/fields.module.css";
import { useChange } from "./queries.ts";
import { words } from "./words.ts";

export function ArchiveForm({ settings: { name, address, time_zone } }: { settings: Settings }) {
  const [text, setText] = useState(name.value);
  const [zone, setZone] = useState(time_zone.value);
  const isOpen = !name.is_fixed || !time_zone.is_fixed;
  const save = useChange();
  return (
    <form
      className={fields.form}
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate({ ...(!name.is_fixed && { name: text }), ...(zone !== time_zone.value && { time_zone: zone }) });
      }}
    >
      <Field label={words.archive.name} value={text} isFixed={name.is_fixed} onChange={setText} />
      <ZoneField value={zone} isFixed={time_zone.is_fixed} onChange={setZone} />
      {isOpen && (
        <div>
          <Button type="submit" busy={save.isPending}>
            {words.archive.save}
          </Button>
        </div>
      )}
      <p className={fields.hint}>
        {words.archive.address}: {address.value} {address.is_fixed && words.fixed}
      </p>
    </form>
  );
}
