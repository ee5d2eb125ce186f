// The fields of a song, each with what is wrong with it.
import { type ReactNode, useId } from "react";
import { words } from "#web/songs/words.ts";
import type { Draft } from "./draft.ts";
import css from "./edit.module.css";

interface Props {
  draft: Draft;
  change: (draft: Draft) => void;
  /** By the name of the field in the contract. */
  faults: ReadonlyMap<string, string>;
}

export function Fields({ draft, change, faults }: Props) {
  const set = (changes: Partial<Draft>) => change({ ...draft, ...changes });
  return (
    <>
      <Field label={words.edit.title} fault={faults.get("title")}>
        {(control) => (
          <input
            {...control}
            dir="auto"
            maxLength={200}
            value={draft.title}
            onChange={(event) => set({ title: event.target.value })}
          />
        )}
      </Field>
      <Field label={words.edit.otherNames} fault={faults.get("other_names")}>
        {(control) => (
          <textarea
            {...control}
            dir="auto"
            rows={3}
            value={draft.names}
            onChange={(event) => set({ names: event.target.value })}
          />
        )}
      </Field>
      <label className={css.check}>
        <input type="checkbox" checked={draft.isCover} onChange={(event) => set({ isCover: event.target.checked })} />
        {words.edit.isCover}
      </label>
      {draft.isCover && (
        <Field label={words.edit.artist} fault={faults.get("artist")}>
          {(control) => (
            <input
              {...control}
              dir="auto"
              maxLength={200}
              value={draft.artist}
              onChange={(event) => set({ artist: event.target.value })}
            />
          )}
        </Field>
      )}
      <Field label={words.edit.notes} fault={faults.get("notes")}>
        {(control) => (
          <textarea
            {...control}
            dir="auto"
            rows={4}
            maxLength={5000}
            value={draft.notes}
            onChange={(event) => set({ notes: event.target.value })}
          />
        )}
      </Field>
      <Field label={words.edit.lyrics} fault={faults.get("lyrics_url")}>
        {(control) => (
          <input
            {...control}
            type="url"
            maxLength={1000}
            placeholder="https://"
            value={draft.lyrics}
            onChange={(event) => set({ lyrics: event.target.value })}
          />
        )}
      </Field>
    </>
  );
}

interface FieldProps {
  label: string;
  fault: string | undefined;
  children: (control: { id: string; "aria-invalid": boolean; "aria-describedby": string | undefined }) => ReactNode;
}

function Field({ label, fault, children }: FieldProps) {
  const id = useId();
  const isWrong = fault !== undefined;
  return (
    <div className={css.field}>
      <label htmlFor={id}>{label}</label>
      {children({ id, "aria-invalid": isWrong, "aria-describedby": isWrong ? `${id}-fault` : undefined })}
      {isWrong && (
        <small id={`${id}-fault`} role="alert" className={css.fault}>
          {words.edit.fault(fault)}
        </small>
      )}
    </div>
  );
}
