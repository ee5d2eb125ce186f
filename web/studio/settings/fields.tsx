// The fields of settings: on or off, one of several, and a number. What the environment sets is shown only.
import { useId } from "react";
import fields from "#web/ui/fields/fields.module.css";
import type { FieldOf } from "./sheet.tsx";
import { words } from "./words.ts";

interface OnOffProps extends FieldOf<boolean> {
  label: string;
  hint?: string;
}

export function OnOff({ label, hint, value, isFixed, onChange }: OnOffProps) {
  const id = useId();
  const said = isFixed ? words.fixed : hint;
  return (
    <div className={fields.field}>
      <label className={fields.choice}>
        <input
          type="checkbox"
          checked={value}
          disabled={isFixed}
          aria-describedby={said && id}
          onChange={({ target }) => onChange(target.checked)}
        />
        {label}
      </label>
      {said && (
        <p id={id} className={fields.hint}>
          {said}
        </p>
      )}
    </div>
  );
}

interface SelectProps<T extends string> extends FieldOf<T> {
  label: string;
  hint?: string;
  options: readonly { value: T; name: string }[];
}

export function Select<T extends string>({ label, hint, options, value, isFixed, onChange }: SelectProps<T>) {
  const id = useId();
  const said = isFixed ? words.fixed : hint;
  return (
    <div className={fields.field}>
      <label className={fields.label} htmlFor={id}>
        {label}
      </label>
      <select
        id={id}
        className={fields.input}
        value={value}
        disabled={isFixed}
        aria-describedby={said && `${id}-hint`}
        onChange={({ target }) => onChange(target.value as T)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.name}
          </option>
        ))}
      </select>
      {said && (
        <p id={`${id}-hint`} className={fields.hint}>
          {said}
        </p>
      )}
    </div>
  );
}

interface DaysProps extends FieldOf<number> {
  label: string;
  hint: string;
  least: number;
  most?: number;
}

/** An empty field is no number, and the browser asks for one. */
export function Days({ label, hint, least, most = 365, value, isFixed, onChange }: DaysProps) {
  const id = useId();
  return (
    <div className={fields.field}>
      <label className={fields.label} htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        type="number"
        className={fields.input}
        required
        min={least}
        max={most}
        value={Number.isNaN(value) ? "" : value}
        readOnly={isFixed}
        aria-describedby={`${id}-hint`}
        onChange={({ target }) => onChange(target.valueAsNumber)}
      />
      <p id={`${id}-hint`} className={fields.hint}>
        {isFixed ? words.fixed : hint}
      </p>
    </div>
  );
}
