// For which recordings smaller sizes are made.
import { useId } from "react";
import type { Settings } from "#contract/setup.ts";
import { useChange } from "./queries.ts";
import fields from "#web/ui/fields/fields.module.css";
import { words } from "./words.ts";

const months = [1, 3, 6, 12, 24];

export function SmallerSizes({ sizes: { value, is_fixed } }: { sizes: Settings["smaller_sizes"] }) {
  const id = useId();
  const save = useChange();
  const chosen = save.isPending ? (save.variables.smaller_sizes ?? value) : value;
  // another number may be stored
  const offered = [...new Set([...months, ...(/^\d+$/.test(value) ? [Number(value)] : [])])].toSorted((a, b) => a - b);
  return (
    <div className={fields.form}>
      <label className={fields.label} htmlFor={id}>
        {words.sizes.label}
      </label>
      <select
        id={id}
        className={fields.input}
        value={chosen}
        disabled={is_fixed}
        onChange={({ target }) => save.mutate({ smaller_sizes: target.value })}
      >
        <option value="always">{words.sizes.always}</option>
        {offered.map((count) => (
          <option key={count} value={String(count)}>
            {words.sizes.months(count)}
          </option>
        ))}
        <option value="when-asked">{words.sizes.whenAsked}</option>
        <option value="never">{words.sizes.never}</option>
      </select>
      <p className={fields.hint}>
        {is_fixed ? words.fixed : chosen === "when-asked" ? words.sizes.whenAskedHint : words.sizes.hint}
      </p>
    </div>
  );
}
