// Three bars that breathe: the waveform, waiting. Decorative; say in words beside it what is going on.
import css from "./spinner.module.css";

export function Spinner() {
  return (
    <span className={css.spinner} aria-hidden="true">
      <i />
      <i />
      <i />
    </span>
  );
}
