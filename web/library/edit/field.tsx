// A labelled form field, with a sentence below it when its value is refused.
import { type ReactNode, useId } from "react";
import css from "./field.module.css";

interface Control {
  id: string;
  className: string;
  "aria-invalid": boolean;
  "aria-describedby": string | undefined;
}

interface Props {
  label: string;
  fault: string | undefined;
  children: (control: Control) => ReactNode;
}

export function Field({ label, fault, children }: Props) {
  const id = useId();
  return (
    <div className={css.field}>
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        className: css.control ?? "",
        "aria-invalid": fault !== undefined,
        "aria-describedby": fault === undefined ? undefined : `${id}fault`,
      })}
      {fault !== undefined && (
        <p id={`${id}fault`} className={css.fault}>
          {fault}
        </p>
      )}
    </div>
  );
}
