// Title and date of an upload, which can be changed while it is being sent. The time is optional.
import { useId } from "react";
import { dropEmpty, typeDetails } from "./details.ts";
import css from "./fields.module.css";
import { type Details, detailsOf, type UploadItem } from "./items.ts";
import { words } from "./words.ts";

export function UploadFields({ item }: { item: UploadItem }) {
  const id = useId();
  const { title, day, time } = detailsOf(item);
  const type = (typed: Partial<Details>) => typeDetails(item.key, typed);
  const leave = () => dropEmpty(item.key);
  const describedBy = item.fault === null ? undefined : `${id}fault`;
  return (
    <fieldset className={css.fields} aria-label={words.fields.label(item.name)} aria-describedby={describedBy}>
      <label className={css.title}>
        <span>{words.fields.title}</span>
        <input
          type="text"
          dir="auto"
          maxLength={200}
          value={title}
          onChange={({ target }) => type({ title: target.value })}
          onBlur={leave}
        />
      </label>
      <label>
        <span>{words.fields.date}</span>
        <input
          type="date"
          min="1971-01-01"
          max="2100-12-31"
          value={day}
          onChange={({ target }) => type({ day: target.value })}
          onBlur={leave}
        />
      </label>
      <label>
        <span>{words.fields.time}</span>
        <input type="time" value={time} disabled={day === ""} onChange={({ target }) => type({ time: target.value })} />
      </label>
      {item.fault !== null && (
        <p id={`${id}fault`} className={css.fault} role="alert">
          {item.fault}
        </p>
      )}
    </fieldset>
  );
}
