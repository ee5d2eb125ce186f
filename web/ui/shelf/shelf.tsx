// A row of cards with a heading, which scrolls sideways.
import type { ReactNode } from "react";
import css from "./shelf.module.css";

interface Props {
  id: string;
  heading: ReactNode;
  isSmall?: boolean;
  /** List items. */
  children: ReactNode;
}

export function Shelf({ id, heading, isSmall = false, children }: Props) {
  return (
    <section aria-labelledby={id} className={css.shelf}>
      <h2 id={id}>{heading}</h2>
      <ul className={css.row} data-small={isSmall} aria-labelledby={id}>
        {children}
      </ul>
    </section>
  );
}
