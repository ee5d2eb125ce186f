// For how many days what members have saved plays without a connection.
import { useId, useState } from "react";
import type { Settings } from "#contract/setup.ts";
import { Button } from "#web/ui/button.tsx";
import { useChange } from "./queries.ts";
import fields from "#web/ui/fields/fields.module.css";
import { words } from "./words.ts";

export function OfflineDays({ days: { value, is_fixed } }: { days: Settings["offline_days"] }) {
  const id = useId();
  const [days, setDays] = useState(String(value));
  const save = useChange();
  return (
    <form
      className={fields.form}
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate({ offline_days: Number(days) });
      }}
    >
      <label className={fields.label} htmlFor={id}>
        {words.offline.days}
      </label>
      <input
        id={id}
        type="number"
        className={fields.input}
        required
        min={0}
        max={365}
        value={days}
        readOnly={is_fixed}
        aria-describedby={`${id}-hint`}
        onChange={({ target }) => setDays(target.value)}
      />
      <p id={`${id}-hint`} className={fields.hint}>
        {is_fixed ? words.fixed : words.offline.hint}
      </p>
      {!is_fixed && (
        <div>
          <Button type="submit" busy={save.isPending}>
            {words.offline.save}
          </Button>
        </div>
      )}
    </form>
  );
}
