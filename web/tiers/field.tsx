// A labelled text field, with a hint, or with the note that the environment sets it.
import { useId } from "react";
import css from "./forms.module.css";
import { words } from "./words.ts";

interface Props {
  label: string;
  value: string;
  onChange?: (value: string) => void;
  hint?: string;
  isFixed?: boolean;
  isSecret?: boolean;
}

export function Field({ label, value, onChange, hint, isFixed = false, isSecret = false }: Props) {
  const id = useId();
  const said = isFixed ? words.fixed : hint;
  return (
    <div className={css.field}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type={isSecret ? "password" : "text"}
        className={css.input}
        value={value}
        readOnly={isFixed || !onChange}
        required={onChange !== undefined}
        autoComplete="off"
        spellCheck={false}
        aria-describedby={said ? `${id}-hint` : undefined}
        onChange={(event) => onChange?.(event.target.value)}
      />
      {said && (
        <p id={`${id}-hint`} className={css.hint}>
          {said}
        </p>
      )}
    </div>
  );
}
