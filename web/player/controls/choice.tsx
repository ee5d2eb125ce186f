// One choice of the player's menu, as radio buttons in a row.
import { useId } from "react";
import css from "./settings-menu.module.css";

interface ChoiceProps<T> {
  label: string;
  options: readonly { value: T; label: string }[];
  value: T;
  choose: (value: T) => void;
}

export function Choice<T extends number | string | null>({ label, options, value, choose }: ChoiceProps<T>) {
  const name = useId();
  return (
    <fieldset className={css.choice}>
      <legend>{label}</legend>
      <div className={css.options}>
        {options.map((option) => (
          <label key={String(option.value)} className={css.option}>
            <input type="radio" name={name} checked={option.value === value} onChange={() => choose(option.value)} />
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
