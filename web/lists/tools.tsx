// The heart, and the menu of everything else that can be done with a recording or a performance; wherever one of them is shown.
import { lazy, Suspense, useState } from "react";
import { type MenuItem, More } from "#web/ui/menu/more.tsx";
import { type Named, useFavourite } from "./favourites.ts";
import { ListIcon } from "./icon.tsx";
import css from "./tools.module.css";
import { words } from "./words.ts";

const EntryMenu = lazy(async () => ({ default: (await import("./entry-menu.tsx")).EntryMenu }));
const AddDialog = lazy(async () => ({ default: (await import("./add-dialog.tsx")).AddDialog }));

interface Props extends Named {
  /** What else can be done with it here. */
  more?: readonly MenuItem[];
}

export function ListTools({ more = [], ...named }: Props) {
  const [isAdding, setAdding] = useState(false);
  const add = () => setAdding(true);
  return (
    <span className={css.tools}>
      <Heart {...named} />
      <More name={words.menu.more(named.title)}>
        {(open) => (
          <Suspense>
            <EntryMenu {...{ named, more, add }} {...open} />
          </Suspense>
        )}
      </More>
      {isAdding && (
        <Suspense>
          <AddDialog {...named} close={() => setAdding(false)} />
        </Suspense>
      )}
    </span>
  );
}

function Heart(named: Named) {
  const { isFavourite, toggle } = useFavourite(named);
  const name = (isFavourite ? words.heart.remove : words.heart.add)(named.title);
  return (
    <button
      type="button"
      className={css.tool}
      aria-label={name}
      title={name}
      data-on={isFavourite}
      data-heart
      onClick={toggle}
    >
      <ListIcon name="heart" isFilled={isFavourite} />
    </button>
  );
}
