// The accent colour, as it will look on both pages, and what is changed so that it can be read.
import { useId, useState } from "react";
import { isColor, makeAccent, type Accent } from "#contract/accent.ts";
import type { Look } from "#contract/look.ts";
import { Button } from "#web/ui/button.tsx";
import fields from "#web/ui/fields/fields.module.css";
import { words as common } from "#web/studio/settings/words.ts";
import css from "./look.module.css";
import { keepFocus } from "#web/studio/keep-focus.ts";
import { useLookChange } from "./queries.ts";
import { words } from "./words.ts";

/** Our own, as a first suggestion. */
const standard = "#b86a00";

export function AccentForm({ accent }: { accent: Look["accent_color"] }) {
  const id = useId();
  /** Null: as it is saved. */
  const [typed, setCode] = useState<string | null>(null);
  const code = typed ?? (accent.value || standard);
  const save = useLookChange();
  const saveColor = (accent_color: string) =>
    save.mutate({ fields: { accent_color } }, { onSuccess: () => setCode(null) });
  const color = code.trim().toLowerCase();
  const made = isColor(color) ? makeAccent(color) : undefined;
  return (
    <form
      className={fields.form}
      aria-labelledby={id}
      onSubmit={(event) => {
        event.preventDefault();
        if (made) saveColor(color);
      }}
    >
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
          disabled={accent.is_fixed}
          onChange={(event) => setCode(event.target.value)}
        />
        <input
          className={`${fields.input} ${css.code}`}
          aria-label={words.accent.code}
          aria-describedby={`${id}-said`}
          aria-invalid={!made}
          spellCheck={false}
          value={code}
          readOnly={accent.is_fixed}
          onChange={(event) => setCode(event.target.value)}
        />
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
      {accent.is_fixed ? (
        <p className={fields.hint}>{common.fixed}</p>
      ) : (
        <div className={fields.buttons}>
          <Button type="submit" busy={save.isPending} disabled={!made}>
            {words.accent.save}
          </Button>
          {accent.value !== "" && (
            <Button ref={keepFocus} look="quiet" busy={save.isPending} onClick={() => saveColor("")}>
              {words.accent.reset}
            </Button>
          )}
        </div>
      )}
    </form>
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
