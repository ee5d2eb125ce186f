// The name of a playlist or a collection, to make or to rename it.
import { useState } from "react";
import { Button } from "#web/ui/button.tsx";
import { words } from "#web/ui/dialog/words.ts";
import fields from "#web/ui/fields/fields.module.css";
import css from "./lists.module.css";

interface Props {
  label: string;
  button: string;
  isBusy: boolean;
  save: (name: string) => unknown;
  name?: string;
  close?: () => void;
}

export function NameForm({ label, button, isBusy, save, name: before = "", close }: Props) {
  const [name, setName] = useState(before);
  return (
    <form
      className="tools"
      onSubmit={(event) => {
        event.preventDefault();
        if (name.trim() !== "" && !isBusy) save(name);
      }}
    >
      <input
        className={`${fields.input} ${fields.wide} ${css.name}`}
        dir="auto"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- somebody has just asked for it
        autoFocus={close !== undefined}
        aria-label={label}
        placeholder={close ? undefined : label}
        value={name}
        maxLength={100}
        onChange={({ target }) => setName(target.value)}
      />
      <Button type="submit" look={close ? "lamp" : "plain"} busy={isBusy} disabled={name.trim() === ""}>
        {button}
      </Button>
      {close && (
        <Button look="quiet" onClick={close}>
          {words.cancel}
        </Button>
      )}
    </form>
  );
}
