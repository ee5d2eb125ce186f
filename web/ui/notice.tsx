// A titled message that stays on the page: what happened, then what to do.
import type { ReactNode } from "react";
import { useId } from "react";
import css from "./notice.module.css";

interface Props {
  kind: "info" | "error";
  title: string;
  children: ReactNode;
}

export function Notice({ kind, title, children }: Props) {
  const id = useId();
  return (
    <div className={css.notice} data-kind={kind} role="alert" aria-labelledby={id}>
      <svg className={css.sign} viewBox="0 0 20 20" aria-hidden="true">
        <circle cx="10" cy="10" r="8.2" fill="none" stroke="currentColor" strokeWidth="1.6" />
        {kind === "info" ? (
          <path d="M10 9v5M10 6.2v.1" stroke="currentColor" strokeWidth="1.8" strokeLinecap="round" />
        ) : (
          <path d="M10 5.8v5M10 13.8v.1" stroke="currentColor" strokeWidth="1.8" strokeLinecap="round" />
        )}
      </svg>
      <div>
        <strong id={id} className={css.title}>
          {title}
        </strong>
        <div className={css.body}>{children}</div>
      </div>
    </div>
  );
}
