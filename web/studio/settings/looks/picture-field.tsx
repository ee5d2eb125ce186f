// Uploads or removes the logo, or the picture of the front page.
import { useId, useRef } from "react";
import type { Look, PictureKind } from "#contract/look.ts";
import { Button } from "#web/ui/button.tsx";
import fields from "#web/ui/fields/fields.module.css";
import { words as common } from "#web/studio/settings/words.ts";
import css from "./looks.module.css";
import { keepFocus } from "#web/studio/keep-focus.ts";
import { useLookChange } from "./queries.ts";
import { words } from "./words.ts";

export function PictureField({ kind, picture }: { kind: PictureKind; picture: Look[PictureKind] }) {
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
