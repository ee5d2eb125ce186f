// Studio > Settings > Looks: the archive's own pictures, colour, theme, texts and links.
import { useQuery } from "@tanstack/react-query";
import { type ComponentProps, useId, useRef } from "react";
import type { Look, PictureKind } from "#contract/look.ts";
import { useSite } from "#web/session.ts";
import { keepFocus } from "#web/studio/keep-focus.ts";
import { Loaded } from "#web/studio/loaded.tsx";
import { type FieldOf, Part, Sheet, useDraft } from "#web/studio/settings/sheet.tsx";
import { words as common, lookWords as words } from "#web/studio/settings/words.ts";
import { Button } from "#web/ui/button.tsx";
import fields from "#web/ui/fields/fields.module.css";
import css from "./looks.module.css";
import { lookQuery, useLookChange } from "./queries.ts";
import { type Accent, isColor, makeAccent } from "#contract/accent.ts";

export function LooksPage() {
  return (
    <Loaded query={useQuery(lookQuery)} what={words.what}>
      {(look) => <Looks look={look} />}
    </Loaded>
  );
}

const themes = ["auto", "light", "dark"] as const;
const links = ["link_patreon", "link_twitch", "link_discord"] as const;

/** Pictures are saved at once, each with Undo. */
function Looks({ look: { logo, welcome, ...texts } }: { look: Look }) {
  const { site } = useSite();
  const draft = useDraft("looks", texts);
  const save = useLookChange();
  const { of } = draft;
  const privacy = of("privacy_text");
  return (
    <Sheet draft={draft} names={words.short} save={(changed) => save.mutateAsync({ fields: changed })}>
      <Part title={words.title}>
        <PictureField kind="logo" picture={logo} />
        <PictureField kind="welcome" picture={welcome} />
        <AccentField {...of("accent_color")} />
        <ThemeField {...of("default_theme")} />
      </Part>
      <Part title={words.textsTitle}>
        <TextField
          label={words.texts.welcome}
          hint={words.texts.welcomeHint}
          lines={4}
          maxLength={1000}
          {...of("welcome_text")}
        />
        {links.map((field) => (
          <TextField
            key={field}
            label={words.texts.links[field]}
            hint={words.texts.linkHint}
            inputMode="url"
            {...of(field)}
          />
        ))}
        <TextField label={words.texts.contact} hint={words.texts.contactHint} inputMode="email" {...of("contact")} />
        <TextField
          label={words.texts.privacy}
          hint={words.texts.privacyHint}
          lines={10}
          maxLength={20_000}
          {...privacy}
        />
        {privacy.value.trim() === "" && !privacy.isFixed && (
          <div>
            <Button
              ref={keepFocus}
              look="quiet"
              onClick={() => privacy.onChange(words.texts.suggestion(site?.name ?? ""))}
            >
              {words.texts.suggest}
            </Button>
          </div>
        )}
      </Part>
    </Sheet>
  );
}

function ThemeField({ value: chosen, isFixed, onChange }: FieldOf<string>) {
  return (
    <div className={fields.field}>
      <fieldset className={`${fields.choices} ${css.heading}`} disabled={isFixed}>
        <legend>{words.theme.legend}</legend>
        {themes.map((value) => (
          <label key={value} className={fields.choice}>
            <input type="radio" name="default-theme" checked={value === chosen} onChange={() => onChange(value)} />
            {words.theme.options[value]}
          </label>
        ))}
      </fieldset>
      {isFixed && <p className={fields.hint}>{common.fixed}</p>}
    </div>
  );
}

interface TextProps extends FieldOf<string>, Pick<ComponentProps<"input">, "inputMode" | "maxLength"> {
  label: string;
  hint: string;
  /** Several make it a text area. */
  lines?: number;
}

function TextField({ label, hint, lines, isFixed, onChange, ...rest }: TextProps) {
  const id = useId();
  const same = {
    ...rest,
    id,
    readOnly: isFixed,
    "aria-describedby": `${id}-hint`,
    onChange: (event: { target: { value: string } }) => onChange(event.target.value),
  };
  return (
    <div className={fields.field}>
      <label className={fields.label} htmlFor={id}>
        {label}
      </label>
      {lines === undefined ? (
        <input {...same} className={fields.input} />
      ) : (
        <textarea {...same} rows={lines} className={`${fields.input} ${css.text}`} />
      )}
      <p id={`${id}-hint`} className={fields.hint}>
        {isFixed ? common.fixed : hint}
      </p>
    </div>
  );
}

/** Our own, which counts while there is no other. */
const standard = "#b86a00";

/** The accent colour, as it will look on both pages, and what is changed so that it can be read. */
function AccentField({ value, isFixed, onChange }: FieldOf<string>) {
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

/** Uploads or removes the logo, or the picture of the front page. */
function PictureField({ kind, picture }: { kind: PictureKind; picture: Look[PictureKind] }) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const save = useLookChange();
  const text = words[kind];
  return (
    <fieldset className={fields.form} aria-labelledby={id}>
      <h3 id={id} className={`${fields.label} ${css.heading}`}>
        {text.title}
      </h3>
      <p className={fields.hint}>{text.hint}</p>
      {picture.url === null ? (
        <p className={fields.hint}>{text.none}</p>
      ) : (
        <div className={css.shown} data-kind={kind}>
          <img src={picture.url} alt={text.title} />
        </div>
      )}
      {picture.is_fixed ? (
        <p className={fields.hint}>{common.fixed}</p>
      ) : (
        <div className={fields.buttons}>
          <input
            ref={input}
            className="visually-hidden"
            type="file"
            tabIndex={-1}
            aria-label={text.upload}
            accept="image/png,image/jpeg,image/webp"
            onChange={(event) => {
              const file = event.target.files?.[0];
              // the same file can be chosen again
              event.target.value = "";
              if (file) save.mutate({ kind, file });
            }}
          />
          <Button busy={save.isPending} aria-describedby={`${id}-formats`} onClick={() => input.current?.click()}>
            {picture.url === null ? text.upload : text.replace}
          </Button>
          {picture.url !== null && (
            <Button
              ref={keepFocus}
              look="quiet"
              busy={save.isPending}
              onClick={() => save.mutate({ kind, file: null })}
            >
              {text.remove}
            </Button>
          )}
          <span id={`${id}-formats`} className={fields.hint}>
            {words.formats}
          </span>
        </div>
      )}
    </fieldset>
  );
}
