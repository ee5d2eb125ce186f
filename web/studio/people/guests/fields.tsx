// The fields that both forms for new guests have: when the access ends, and a note.
import { type ReactNode, useId } from "react";
import { guestLimits } from "#contract/guest-limits.ts";
import css from "./guests.module.css";
import { inDays } from "./queries.ts";
import { words } from "./words.ts";

interface Wish {
  until: string;
  note: string;
}

export function CommonFields({ wish, change }: { wish: Wish; change: (part: Partial<Wish>) => void }) {
  return (
    <>
      <Field label={words.until} hint={words.untilHint}>
        {(own) => (
          <input
            {...own}
            type="date"
            min={inDays(0)}
            value={wish.until}
            onChange={({ target }) => change({ until: target.value })}
          />
        )}
      </Field>
      <Field label={words.note} hint={words.noteHint}>
        {(own) => (
          <input
            {...own}
            maxLength={guestLimits.note}
            value={wish.note}
            onChange={({ target }) => change({ note: target.value })}
          />
        )}
      </Field>
    </>
  );
}

interface Own {
  id: string;
  className: string | undefined;
  "aria-describedby": string | undefined;
}

export function Field({ label, hint, children }: { label: string; hint?: string; children: (own: Own) => ReactNode }) {
  const id = useId();
  return (
    <div className={css.field}>
      <label htmlFor={id}>{label}</label>
      {children({ id, className: css.input, "aria-describedby": hint ? `${id}-hint` : undefined })}
      {hint && (
        <p id={`${id}-hint`} className={css.hint}>
          {hint}
        </p>
      )}
    </div>
  );
}
