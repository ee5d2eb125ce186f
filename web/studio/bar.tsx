// How far something is, as a line that fills; its name says of what.
import css from "./bar.module.css";

interface Props {
  label: string;
  /** From 0 to 1; without it nobody can tell yet. */
  value?: number | undefined;
}

export function Bar({ label, value }: Props) {
  return <progress className={css.bar} aria-label={label} max={1} {...(value !== undefined && { value })} />;
}
