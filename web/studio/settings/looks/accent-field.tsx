// The accent colour, as it will look on both pages, and what is changed so that it can be read.
import { useId } from "react";
import { type Accent, isColor, makeAccent } from "#contract/accent.ts";
import { keepFocus } from "#web/studio/keep-focus.ts";
import type { FieldOf } from "#web/studio/settings/sheet.tsx";
import { words as common } from "#web/studio/settings/words.ts";
import { Button } from "#web/ui/button.tsx";
import fields from "#web/ui/fields/fields.module.css";
import css from "./looks.module.css";
import { words } from "./words.ts";

/** Our own, which counts while there is no other. */
const standard = "#b86a00";

export function AccentField({ value, isFixed, onChange }: FieldOf<string>) {
  const id = useId();
  const color = value || standard;
  const made = isColor(color) ? makeAccent(color) : undefined;
  return (
    <fieldset className={fields.form} aria-labelledby={id}>
      <h3 id={id} className={`${fields.label} ${css.heading}`}>
        {words.accent.title}
      </h3>
      <p className={fields.hint}>{words.accent.hint}</p>
      <div className={fields.buttons}>
        <input
          type="color"
          className={css.pick}
          aria-label={words.accent.pick}
          value={made ? color : standard}
          disabled={isFixed}
          onChange={(event) => onChange(event.target.value)}
        />
        <input
          className={`${fields.input} ${css.code}`}
          aria-label={words.accent.code}
          aria-describedby={`${id}-said`}
          aria-invalid={!made}
          spellCheck={false}
          value={value}
          placeholder={standard}
          pattern="#[0-9a-f]{6}"
          title={words.accent.wrong}
          readOnly={isFixed}
          onChange={(event) => onChange(event.target.value.trim().toLowerCase())}
        />
        {value !== "" && !isFixed && (
          <Button ref={keepFocus} look="quiet" onClick={() => onChange("")}>
            {words.accent.reset}
          </Button>
        )}
      </div>
      {made && (
        <div className={css.samples}>
          <Sample name={words.accent.light} theme="light" accent={made} />
          <Sample name={words.accent.dark} theme="dark" accent={made} />
        </div>
      )}
      <p id={`${id}-said`} className={fields.hint}>
        {made ? sayAdjusted(color, made) : words.accent.wrong}
      </p>
      {isFixed && <p className={fields.hint}>{common.fixed}</p>}
    </fieldset>
  );
}

function sayAdjusted(color: string, { light, dark }: Accent): string {
  const shades = [
    ...(light.text === color ? [] : [words.accent.onLight(light.text)]),
    ...(dark.text === color ? [] : [words.accent.onDark(dark.text)]),
  ];
  return shades.length === 0 ? words.accent.asChosen : words.accent.adjusted(shades.join(words.accent.and));
}

function Sample({ name, theme, accent }: { name: string; theme: keyof Accent; accent: Accent }) {
  const { text, fill, onFill } = accent[theme];
  return (
    <div className={css.sample} data-theme={theme}>
      <span>{name}</span>
      <span className={css.link} style={{ color: text }}>
        {words.accent.sample}
      </span>
      <span className={css.button} style={{ background: fill, color: onFill }}>
        {words.accent.button}
      </span>
    </div>
  );
}
