// The form around a choice of who may watch: the button, and what the server said.
import type { ReactNode } from "react";
import { Refused } from "#web/ui/fields/refused.tsx";
import { Button } from "#web/ui/button.tsx";
import fields from "#web/ui/fields/fields.module.css";
import { words } from "./words.ts";

interface Props {
  save: { mutate: () => void; isPending: boolean; isSuccess: boolean; error: Error | null };
  /** It was saved before. */
  isReady: boolean;
  children: ReactNode;
}

export function SaveTiers({ save, isReady, children }: Props) {
  return (
    <form
      className={fields.form}
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      {children}
      <Refused problem={save.error} />
      <div className={fields.buttons}>
        <Button type="submit" look={isReady ? "plain" : "lamp"} busy={save.isPending}>
          {words.tiers.save}
        </Button>
        <output>{save.isSuccess ? words.tiers.saved : ""}</output>
      </div>
    </form>
  );
}
