// One step: its number and name, whether it is done, and what is in it.
import { type ReactNode, useId } from "react";
import css from "./setup.module.css";
import { words } from "./words.ts";

interface Props {
  number: number;
  name: string;
  isDone: boolean;
  children: ReactNode;
}

export function Step({ number, name, isDone, children }: Props) {
  const id = useId();
  return (
    <section className={css.step} aria-labelledby={id}>
      <div className={css.head}>
        <h2 id={id}>{words.step(number, name)}</h2>
        {isDone && <span className={css.done}>{words.done}</span>}
      </div>
      {children}
    </section>
  );
}
