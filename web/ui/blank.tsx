// Shown when a list is empty: a flat waveform, a title with a sentence, and a button if there is something to do.
import type { ReactNode } from "react";
import { Waveform } from "#web/ui/waveform/waveform.tsx";
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
