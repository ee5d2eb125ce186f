// A labelled text field, with a hint, or with the note that the environment sets it.
import { cloneElement, type ComponentProps, type ReactElement, useId } from "react";
import fields from "./fields.module.css";
import { fieldWords as words } from "#web/ui/dialog/words.ts";

interface Props {
  label: string;
  value: string;
  onChange?: (value: string) => void;
  hint?: string;
  isFixed?: boolean;
  isSecret?: boolean;
  /** It may be empty. */
  isOptional?: boolean;
}

export function Field({ label, value, onChange, hint, isFixed = false, isSecret = false, isOptional = false }: Props) {
  const id = useId();
  const said = isFixed ? words.fixed : hint;
  return (
    <div className={fields.field}>
      <label className={fields.label} htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        type={isSecret ? "password" : "text"}
        className={fields.input}
        value={value}
        readOnly={isFixed || !onChange}
        required={onChange !== undefined && !isOptional}
        autoComplete="off"
        spellCheck={false}
        aria-describedby={said ? `${id}-hint` : undefined}
        onChange={(event) => onChange?.(event.target.value)}
      />
      {said && (
        <p id={`${id}-hint`} className={fields.hint}>
          {said}
        </p>
      )}
    </div>
  );
}

interface FaultFieldProps {
  label: string;
  /** What is wrong with its value. */
  fault: string | undefined;
  /** An input, a select or a textarea. */
  children: ReactElement<ComponentProps<"input">>;
}

export function FaultField({ label, fault, children }: FaultFieldProps) {
  const id = useId();
  const isWrong = fault !== undefined;
  return (
    <div className={fields.field}>
      <label className={fields.label} htmlFor={id}>
        {label}
      </label>
      {cloneElement(children, {
        id,
        className: `${fields.input} ${fields.wide}`,
        "aria-invalid": isWrong,
        "aria-describedby": isWrong ? `${id}-fault` : undefined,
      })}
      {isWrong && (
        <p id={`${id}-fault`} role="alert" className={fields.problem}>
          {fault}
        </p>
      )}
    </div>
  );
}
