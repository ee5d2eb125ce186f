// The name of a new collection, and a button that makes it.
import { useState } from "react";
import { Button } from "#web/ui/button.tsx";
import dialogs from "#web/lists/add-dialog.module.css";
import { words } from "./words.ts";

export function NewForm({ isBusy, make }: { isBusy: boolean; make: (title: string) => void }) {
  const [name, setName] = useState("");
  return (
    <form
      className={dialogs.make}
      onSubmit={(event) => {
        event.preventDefault();
        if (name.trim() !== "" && !isBusy) make(name);
      }}
    >
      <input
        className={dialogs.name}
        dir="auto"
        aria-label={words.newOne}
        placeholder={words.newOne}
        value={name}
        maxLength={100}
        onChange={({ target }) => setName(target.value)}
      />
      <Button type="submit" busy={isBusy} disabled={name.trim() === ""}>
        {words.make}
      </Button>
    </form>
  );
}
