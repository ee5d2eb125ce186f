// Shown when a list is empty: a flat waveform, a title with a sentence, and a button if there is something to do.
import type { ReactNode } from "react";
import { Button } from "#web/ui/button.tsx";
import { Waveform } from "#web/ui/waveform/waveform.tsx";
import { words } from "#web/ui/words.ts";
import css from "./blank.module.css";

const silence = Array.from({ length: 64 }, () => 0);

export function Blank({ title, children, action }: { title: string; children: ReactNode; action?: ReactNode }) {
  return (
    <div className={css.blank}>
      <div className={css.line}>
        <Waveform peaks={silence} />
      </div>
      <h2>{title}</h2>
      <p className={css.words}>{children}</p>
      {action}
    </div>
  );
}

interface NotLoadedProps {
  title: string;
  /** Why, or what to do. */
  children: ReactNode;
  query: { isFetching: boolean; refetch(): unknown };
}

export function NotLoaded({ title, children, query }: NotLoadedProps) {
  const again = (
    <Button look="lamp" busy={query.isFetching} onClick={() => void query.refetch()}>
      {words.tryAgain}
    </Button>
  );
  return (
    <Blank title={title} action={again}>
      {children}
    </Blank>
  );
}
