// The time zone of the archive, chosen from the list that the browser knows.
import { useId } from "react";
import fields from "#web/ui/fields/fields.module.css";
import { fieldWords as ui } from "#web/ui/dialog/words.ts";
import { words } from "./words.ts";

interface Props {
  value: string;
  isFixed: boolean;
  onChange: (zone: string) => void;
}

export function ZoneField({ value, isFixed, onChange }: Props) {
  const id = useId();
  const known = Intl.supportedValuesOf("timeZone");
  return (
    <div className={fields.field}>
      <label className={fields.label} htmlFor={id}>
        {words.zone.label}
      </label>
      <select
        id={id}
        className={fields.input}
        value={value}
        disabled={isFixed}
        aria-describedby={`${id}-hint`}
        onChange={(event) => onChange(event.target.value)}
      >
        {[...new Set([value, "UTC", ...known])].toSorted().map((zone) => (
          <option key={zone}>{zone}</option>
        ))}
      </select>
      <p id={`${id}-hint`} className={fields.hint}>
        {isFixed ? ui.fixed : words.zone.hint}
      </p>
    </div>
  );
}
