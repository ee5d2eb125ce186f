// Shown while something is loading. Appears only after a moment, so that quick answers do not flicker.
import { Spinner } from "./spinner.tsx";
import css from "./waiting.module.css";

export function Waiting({ children }: { children: string }) {
  return (
    <output className={css.waiting}>
      <Spinner />
      <span className="visually-hidden">{children}</span>
    </output>
  );
}
