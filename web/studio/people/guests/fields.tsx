// The fields that both forms for new guests have: when the access ends, and a note.
import { type ReactNode, useId } from "react";
import { guestLimits } from "#contract/guest-limits.ts";
import { useUser } from "#web/session.ts";
import css from "./guests.module.css";
import { inDays } from "./queries.ts";
import { guestWords as words } from "#web/studio/people/words.ts";

interface Wish {
  until: string;
  /** Empty: the standard. */
  level: string;
  note: string;
}

export function CommonFields({ wish, change }: { wish: Wish; change: (part: Partial<Wish>) => void }) {
  const choices = useUser().user?.level?.choices;
  return (
    <>
      {choices && (
        <Field label={words.level}>
          {(own) => (
            <select {...own} value={wish.level} onChange={({ target }) => change({ level: target.value })}>
              {choices.map(({ id, name }) => (
                <option key={id ?? ""} value={id ?? ""}>
                  {name}
                </option>
              ))}
            </select>
          )}
        </Field>
      )}
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
        <p id={`${id}-hint`} className="dim">
          {hint}
        </p>
      )}
    </div>
  );
}
