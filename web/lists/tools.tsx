// The heart and "Add to playlist", for a recording or a performance; wherever one of them is shown.
import { lazy, Suspense, useState } from "react";
import { type Named, useFavourite } from "./favourites.ts";
import { ListIcon } from "./icon.tsx";
import css from "./tools.module.css";
import { words } from "./words.ts";

const AddDialog = lazy(async () => ({ default: (await import("./add-dialog.tsx")).AddDialog }));

export function ListTools(named: Named) {
  return (
    <span className={css.tools}>
      <Heart {...named} />
      <AddButton {...named} />
    </span>
  );
}

function Heart(named: Named) {
  const { isFavourite, toggle } = useFavourite(named);
  const name = (isFavourite ? words.heart.remove : words.heart.add)(named.title);
  return (
    <button type="button" className={css.tool} aria-label={name} title={name} data-on={isFavourite} onClick={toggle}>
      <ListIcon name="heart" isFilled={isFavourite} />
    </button>
  );
}

function AddButton(named: Named) {
  const [isOpen, setOpen] = useState(false);
  const name = words.add.button(named.title);
  return (
    <>
      <button type="button" className={css.tool} aria-label={name} title={name} onClick={() => setOpen(true)}>
        <ListIcon name="add" />
      </button>
      {isOpen && (
        <Suspense>
          <AddDialog {...named} close={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
