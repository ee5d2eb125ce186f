// All keyboard shortcuts of the player, in a dialog.
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog/dialog.tsx";
import { words as dialogWords } from "#web/ui/dialog/words.ts";
import css from "./key-sheet.module.css";
import { keyWords } from "./key-words.ts";

export function KeySheet({ close }: { close: () => void }) {
  return (
    <Dialog
      title={keyWords.heading}
      width="narrow"
      close={close}
      foot={<Button onClick={close}>{dialogWords.close}</Button>}
    >
      <dl className={css.list}>
        {keyWords.keys.map(({ keys, meaning }) => (
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
    </Dialog>
  );
}
