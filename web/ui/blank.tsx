// In the place of recordings when there are none to show: a flat line, a kind sentence, and a way on if there is one.
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
