// A labelled choice; what the environment sets is shown only.
import { useId } from "react";
import fields from "#web/ui/fields/fields.module.css";
import { words } from "./words.ts";

interface Props {
  label: string;
  value: string;
  options: readonly { value: string; name: string }[];
  isFixed: boolean;
  onChange: (value: string) => void;
}

export function Select({ label, value, options, isFixed, onChange }: Props) {
  const id = useId();
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
        onChange={({ target }) => onChange(target.value)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.name}
          </option>
        ))}
      </select>
      {isFixed && <p className={fields.hint}>{words.fixed}</p>}
    </div>
  );
}
