// Studio > Settings > Looks: the archive's own pictures, colour, theme, texts and links.
import { useQuery } from "@tanstack/react-query";
import { type ComponentProps, useId } from "react";
import type { Look } from "#contract/look.ts";
import { useSite } from "#web/session.ts";
import { keepFocus } from "#web/studio/keep-focus.ts";
import { Loaded } from "#web/studio/loaded.tsx";
import { type FieldOf, Part, Sheet, useDraft } from "#web/studio/settings/sheet.tsx";
import { words as common } from "#web/studio/settings/words.ts";
import { Button } from "#web/ui/button.tsx";
import fields from "#web/ui/fields/fields.module.css";
import { AccentField } from "./accent-field.tsx";
import css from "./looks.module.css";
import { PictureField } from "./picture-field.tsx";
import { lookQuery, useLookChange } from "./queries.ts";
import { words } from "./words.ts";

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

/** For people who have not chosen. */
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
