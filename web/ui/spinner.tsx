// Three moving bars. Hidden from screen readers: put a text beside it that says what is going on.
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
