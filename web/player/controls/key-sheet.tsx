// All keyboard shortcuts of the player, in a dialog.
import { useEffect, useRef } from "react";
import { Button } from "#web/ui/button.tsx";
import css from "./key-sheet.module.css";
import { keySheet } from "./keys.ts";
import { words } from "./words.ts";

export function KeySheet({ close }: { close: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} className={css.sheet} aria-labelledby="player-keys" onClose={close}>
      <h2 id="player-keys">{words.shortcuts.heading}</h2>
      <dl className={css.list}>
        {keySheet.map(({ keys, meaning }) => (
          <div key={meaning} className={css.line}>
            <dt>
              {keys.map((key) => (
                <kbd key={key} className={css.key}>
                  {key}
                </kbd>
              ))}
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      <Button onClick={() => dialog.current?.close()}>{words.shortcuts.close}</Button>
    </dialog>
  );
}
