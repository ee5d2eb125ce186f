// Why somebody has access or not: one sentence for each rule, from the server.
import type { Reason } from "#contract/member.ts";
import css from "./reasons.module.css";

export function Reasons({ reasons }: { reasons: readonly Reason[] }) {
  if (reasons.length === 0) return null;
  return (
    <ul className={css.reasons}>
      {reasons.map((reason) => (
        <li key={`${reason.provider} ${reason.sentence}`} className={css.reason} data-grants={reason.grants}>
          <svg viewBox="0 0 16 16" aria-hidden="true">
            <path d={reason.grants ? "m3 8.5 3.2 3.2L13 4.8" : "M4.5 4.5l7 7m0-7-7 7"} />
          </svg>
          {reason.sentence}
        </li>
      ))}
    </ul>
  );
}
