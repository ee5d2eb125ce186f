// The address of one channel, and what belongs to it. Secrets are entered, and never shown again.
import { type ReactNode, useId, useState } from "react";
import type { NoticeSettings, NoticeSettingsChange } from "#contract/notices.ts";
import { Button } from "#web/ui/button.tsx";
import fields from "#web/ui/fields/fields.module.css";
import css from "./notices.module.css";
import { useChangeNotices } from "./queries.ts";
import { words } from "./words.ts";

interface Field {
  name: keyof NoticeSettingsChange;
  label: string;
  value: string;
  is_fixed?: boolean;
  isSecret?: boolean;
}

interface Props {
  name: keyof typeof words.forms;
  place: NoticeSettings["discord"];
  more?: Field[];
  test: ReactNode;
}

export function ChannelForm({ name, place, more = [], test }: Props) {
  const { title, label, hint } = words.forms[name];
  const all: Field[] = [{ name, label, value: "", is_fixed: place.is_fixed, isSecret: true }, ...more];
  const [texts, setTexts] = useState<Record<string, string>>({});
  const save = useChangeNotices();
  const changed = Object.fromEntries(
    all.flatMap((field) => {
      const text = texts[field.name];
      return text === undefined || text === field.value || field.is_fixed ? [] : [[field.name, text]];
    }),
  );
  return (
    <fieldset className={css.channel}>
      <legend className={css.legend}>{title}</legend>
      <form
        className={fields.form}
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate(changed, { onSuccess: () => setTexts({}) });
        }}
      >
        <p className={fields.hint}>{sayPlace(place)}</p>
        {all.map((field) => (
          <Text
            key={field.name}
            field={field}
            text={texts[field.name] ?? field.value}
            onChange={(text) => setTexts((before) => ({ ...before, [field.name]: text }))}
          />
        ))}
        <p className={fields.hint}>{hint}</p>
        <div className={css.buttons}>
          <Button type="submit" busy={save.isPending} disabled={Object.keys(changed).length === 0}>
            {words.save}
          </Button>
          {place.host !== null && !place.is_fixed && (
            <Button look="quiet" type="button" busy={save.isPending} onClick={() => save.mutate({ [name]: "" })}>
              {words.remove}
            </Button>
          )}
        </div>
      </form>
      {place.host !== null && test}
    </fieldset>
  );
}

function Text({ field, text, onChange }: { field: Field; text: string; onChange: (text: string) => void }) {
  const id = useId();
  return (
    <div className={css.field}>
      <label className={fields.label} htmlFor={id}>
        {field.label}
      </label>
      <input
        id={id}
        className={fields.input}
        type={field.isSecret ? "password" : "text"}
        autoComplete="off"
        spellCheck={false}
        value={text}
        readOnly={field.is_fixed ?? false}
        onChange={({ target }) => onChange(target.value)}
      />
    </div>
  );
}

function sayPlace({ host, is_fixed }: NoticeSettings["discord"]): string {
  const state = host === null ? words.isNotSet : words.isSet(host);
  if (is_fixed) return `${state} ${words.fixed}`;
  return host === null ? state : `${state} ${words.replace}`;
}
