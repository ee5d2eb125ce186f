// The texts of the front page and the privacy page, the links, and the contact. Saved together; only what was changed is sent.
import { useId, useState, type ComponentProps } from "react";
import type { Look, LookField } from "#contract/look.ts";
import { useSite } from "#web/session.ts";
import { Button } from "#web/ui/button.tsx";
import fields from "#web/ui/fields/fields.module.css";
import { words as common } from "#web/studio/settings/words.ts";
import css from "./look.module.css";
import { keepFocus } from "#web/studio/keep-focus.ts";
import { useLookChange } from "./queries.ts";
import { words } from "./words.ts";

type Texts = Partial<Record<LookField, string>>;
const links = ["link_patreon", "link_twitch", "link_discord"] as const;
const writtenFields = ["welcome_text", ...links, "contact", "privacy_text"] as const;

export function TextsForm({ look }: { look: Look }) {
  const { site } = useSite();
  const [texts, setTexts] = useState<Texts>({});
  const save = useLookChange();
  const of = (field: LookField) => ({
    value: texts[field] ?? look[field].value,
    isFixed: look[field].is_fixed,
    onText: (text: string) => setTexts({ ...texts, [field]: text }),
  });
  const hasPrivacy = of("privacy_text").value.trim() !== "" || look.privacy_text.is_fixed;
  return (
    <form
      className={fields.form}
      onSubmit={(event) => {
        event.preventDefault();
        const changed = writtenFields.filter(
          (field) => texts[field] !== undefined && texts[field] !== look[field].value,
        );
        const fields = Object.fromEntries(changed.map((field) => [field, texts[field]]));
        save.mutate({ fields }, { onSuccess: () => setTexts({}) });
      }}
    >
      <Field
        label={words.texts.welcome}
        hint={words.texts.welcomeHint}
        lines={4}
        maxLength={1000}
        {...of("welcome_text")}
      />
      {links.map((field) => (
        <Field
          key={field}
          label={words.texts.links[field]}
          hint={words.texts.linkHint}
          inputMode="url"
          {...of(field)}
        />
      ))}
      <Field label={words.texts.contact} hint={words.texts.contactHint} inputMode="email" {...of("contact")} />
      <Field
        label={words.texts.privacy}
        hint={words.texts.privacyHint}
        lines={10}
        maxLength={20_000}
        {...of("privacy_text")}
      />
      {!hasPrivacy && (
        <div>
          <Button
            ref={keepFocus}
            look="quiet"
            onClick={() => of("privacy_text").onText(words.texts.suggestion(site?.name ?? ""))}
          >
            {words.texts.suggest}
          </Button>
        </div>
      )}
      <div>
        <Button type="submit" busy={save.isPending}>
          {words.texts.save}
        </Button>
      </div>
    </form>
  );
}

interface FieldProps extends Pick<ComponentProps<"input">, "inputMode" | "maxLength"> {
  label: string;
  hint: string;
  /** Several make it a text area. */
  lines?: number;
  value: string;
  isFixed: boolean;
  onText: (text: string) => void;
}

function Field({ label, hint, lines, isFixed, onText, ...rest }: FieldProps) {
  const id = useId();
  const same = {
    ...rest,
    id,
    readOnly: isFixed,
    "aria-describedby": `${id}-hint`,
    onChange: (event: { target: { value: string } }) => onText(event.target.value),
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
