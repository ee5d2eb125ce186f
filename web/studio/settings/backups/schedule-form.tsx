// When backups are made, and where they go. Folder and program are set on the server only: who could change them here could
// write anywhere, or run anything.
import { useId, useState } from "react";
import type { Backups, BackupsChange } from "#contract/backups.ts";
import fields from "#web/ui/fields/fields.module.css";
import { words as common } from "#web/studio/settings/words.ts";
import { Button } from "#web/ui/button.tsx";
import { useBackupsChange } from "./queries.ts";
import { words } from "./words.ts";

const hours = Array.from({ length: 24 }, (_, hour) => hour);
const targets = ["bucket", "folder", "program"] as const;
const parts = ["name", "endpoint", "region", "prefix", "access_key_id"] as const;

export function ScheduleForm({ backups }: { backups: Backups }) {
  const id = useId();
  const [draft, setDraft] = useState<BackupsChange>({});
  const save = useBackupsChange();
  const { hour, target, bucket } = backups;
  const chosenHour = draft.hour === undefined ? hour.value : draft.hour;
  const chosen = draft.target ?? target.value;
  const change = (values: BackupsChange) => setDraft({ ...draft, ...values });
  const places = { folder: backups.folder, bucket: null, program: backups.program };
  return (
    <form
      className={fields.form}
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate(draft, { onSuccess: () => setDraft({}) });
      }}
    >
      <label className={fields.label} htmlFor={`${id}-hour`}>
        {words.hour(backups.time_zone)}
      </label>
      <select
        id={`${id}-hour`}
        className={fields.input}
        value={chosenHour ?? ""}
        disabled={hour.is_fixed}
        onChange={({ target: { value } }) => change({ hour: value === "" ? null : Number(value) })}
      >
        <option value="">{words.never}</option>
        {hours.map((value) => (
          <option key={value} value={value}>
            {words.oClock(value)}
          </option>
        ))}
      </select>
      {hour.is_fixed && <p className={fields.hint}>{common.fixed}</p>}
      <fieldset className={fields.choices} disabled={target.is_fixed}>
        <legend>{words.target}</legend>
        {targets.map((value) => (
          <label key={value} className={fields.choice}>
            <input
              type="radio"
              name={`${id}-target`}
              checked={value === chosen}
              disabled={value !== "bucket" && places[value] === null && value !== target.value}
              onChange={() => change({ target: value })}
            />
            {words.targets[value](places[value])}
          </label>
        ))}
      </fieldset>
      {chosen === "bucket" && (
        <>
          {parts.map((name) => (
            <div key={name} className={fields.form}>
              <label className={fields.label} htmlFor={`${id}-${name}`}>
                {words.fields[name]}
              </label>
              <input
                id={`${id}-${name}`}
                className={fields.input}
                value={draft[name] ?? bucket[name].value}
                readOnly={bucket[name].is_fixed}
                autoComplete="off"
                spellCheck={false}
                onChange={(event) => change({ [name]: event.target.value })}
              />
            </div>
          ))}
          <label className={fields.label} htmlFor={`${id}-secret`}>
            {words.secret}
          </label>
          <input
            id={`${id}-secret`}
            className={fields.input}
            type="password"
            value={draft.secret_access_key ?? ""}
            readOnly={bucket.is_secret_fixed}
            autoComplete="off"
            aria-describedby={bucket.has_secret ? `${id}-kept` : undefined}
            onChange={(event) => change({ secret_access_key: event.target.value })}
          />
          {bucket.has_secret && (
            <p id={`${id}-kept`} className={fields.hint}>
              {bucket.is_secret_fixed ? words.secretFixed : words.secretKept}
            </p>
          )}
        </>
      )}
      <div>
        <Button type="submit" busy={save.isPending}>
          {words.save}
        </Button>
      </div>
    </form>
  );
}
