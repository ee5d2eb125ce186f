// A progress bar.
import css from "./bar.module.css";

interface Props {
  label: string;
  /** A share from 0 to 1; undefined while it is not known. */
  value?: number | undefined;
}

export function Bar({ label, value }: Props) {
  return <progress className={css.bar} aria-label={label} max={1} {...(value !== undefined && { value })} />;
}
