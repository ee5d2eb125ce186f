// A labelled on/off switch: a native checkbox that looks like a switch.
import css from "./switch.module.css";

interface Props {
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

export function Switch({ label, checked, onChange }: Props) {
  return (
    <label className={css.switch}>
      {label}
      <input
        type="checkbox"
        role="switch"
        className={css.input}
        checked={checked}
        aria-checked={checked}
        onChange={(event) => onChange(event.target.checked)}
      />
    </label>
  );
}
