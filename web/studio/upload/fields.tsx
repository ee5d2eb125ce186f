// What is said of an upload, which can be changed while it is being sent; and the same for all of them at once.
import { useId } from "react";
import { useUser } from "#web/session.ts";
import { dropEmpty, typeDetails, typeForAll } from "./details.ts";
import css from "./fields.module.css";
import { type Details, detailsOf, type UploadItem, useUploads } from "./items.ts";
import { words } from "./words.ts";

export function UploadFields({ item }: { item: UploadItem }) {
  const id = useId();
  const details = detailsOf(item);
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
          value={details.title}
          onChange={({ target }) => type({ title: target.value })}
          onBlur={leave}
        />
      </label>
      <DateField day={details.day} onChange={(day) => type({ day })} onBlur={leave} />
      <label>
        <span>{words.fields.time}</span>
        <input
          type="time"
          value={details.time}
          disabled={details.day === ""}
          onChange={({ target }) => type({ time: target.value })}
        />
      </label>
      <Audience details={details} type={type} />
      {item.fault !== null && (
        <p id={`${id}fault`} className={css.fault} role="alert">
          {item.fault}
        </p>
      )}
      <details className={css.more}>
        <summary>{words.fields.more}</summary>
        <Description text={details.description} type={type} />
        <label>
          <span>{words.fields.setList}</span>
          <textarea
            dir="auto"
            rows={4}
            maxLength={30_000}
            placeholder={words.fields.setListHint}
            value={details.setList}
            onChange={({ target }) => type({ setList: target.value })}
          />
        </label>
      </details>
    </fieldset>
  );
}

/** The title and the set list are each one's own. */
export function FieldsForAll() {
  const hint = useId();
  const shared = useUploads((desk) => desk.shared);
  const details = { description: "", level: undefined, isDraft: false, day: "", ...shared };
  return (
    <details className={css.all}>
      <summary>{words.fields.all}</summary>
      <fieldset className={css.fields} aria-label={words.fields.shared} aria-describedby={hint}>
        <p id={hint} className={css.hint}>
          {words.fields.allHint}
        </p>
        {/* a time is not the same for all, and one from the name of a file would be of another day */}
        <DateField day={details.day} onChange={(day) => typeForAll({ day, time: "" })} />
        <Audience details={details} type={typeForAll} />
        <div className={css.wide}>
          <Description text={details.description} type={typeForAll} />
        </div>
      </fieldset>
    </details>
  );
}

interface DateProps {
  day: string;
  onChange: (day: string) => void;
  onBlur?: () => void;
}

function DateField({ day, onChange, onBlur }: DateProps) {
  return (
    <label>
      <span>{words.fields.date}</span>
      <input
        type="date"
        min="1971-01-01"
        max="2100-12-31"
        value={day}
        onChange={({ target }) => onChange(target.value)}
        onBlur={onBlur}
      />
    </label>
  );
}

type Type = (typed: Partial<Details>) => void;

/** A level's id never begins with a hyphen. */
const standard = "-";

function Audience({ details: { level, isDraft }, type }: { details: Pick<Details, "level" | "isDraft">; type: Type }) {
  const choices = useUser().user?.level?.choices ?? [];
  return (
    <>
      <label>
        <span>{words.fields.visible}</span>
        <select
          value={isDraft ? "draft" : "everybody"}
          onChange={({ target }) => type({ isDraft: target.value === "draft" })}
        >
          <option value="everybody">{words.fields.everybody}</option>
          <option value="draft">{words.fields.draft}</option>
        </select>
      </label>
      {choices.length > 1 && (
        <label>
          <span>{words.fields.level}</span>
          <select
            value={level === undefined ? "" : (level ?? standard)}
            onChange={({ target }) => type({ level: target.value === standard ? null : target.value })}
          >
            {level === undefined && <option value="">{words.fields.usualLevel}</option>}
            {choices.map(({ id, name }) => (
              <option key={id ?? standard} value={id ?? standard}>
                {name}
              </option>
            ))}
          </select>
        </label>
      )}
    </>
  );
}

function Description({ text, type }: { text: string; type: Type }) {
  return (
    <label>
      <span>{words.fields.description}</span>
      <textarea
        dir="auto"
        rows={3}
        maxLength={10_000}
        value={text}
        onChange={({ target }) => type({ description: target.value })}
      />
    </label>
  );
}
