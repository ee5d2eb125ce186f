// Confirms a copy of the master key by its checksum: a wrong copy is noticed now, and not when it is needed.
import { useId, useState } from "react";
import { Button } from "#web/ui/button.tsx";
import fields from "#web/ui/fields/fields.module.css";
import css from "./check-up.module.css";
import { useConfirmKeyCopy } from "./queries.ts";
import { words } from "./words.ts";

export function KeyCopyForm() {
  const id = useId();
  const [text, setText] = useState("");
  const confirm = useConfirmKeyCopy();
  return (
    <form
      className={`${fields.form} ${css.form}`}
      onSubmit={(event) => {
        event.preventDefault();
        confirm.mutate(text);
      }}
    >
      <label className={fields.label} htmlFor={id}>
        {words.keyCopy.label}
      </label>
      <p id={`${id}-hint`} className={fields.hint}>
        {words.keyCopy.hint}
      </p>
      <input
        id={id}
        className={fields.input}
        value={text}
        required
        autoComplete="off"
        spellCheck={false}
        aria-describedby={`${id}-hint`}
        onChange={(event) => setText(event.target.value)}
      />
      <div>
        <Button type="submit" size="small" busy={confirm.isPending}>
          {words.keyCopy.confirm}
        </Button>
      </div>
    </form>
  );
}
