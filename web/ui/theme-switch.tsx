// System, light or dark, as three radio buttons. The choice is kept in this browser only.
import { useId } from "react";
import css from "./theme-switch.module.css";
import { chooseTheme, useTheme } from "./theme.ts";
import { words } from "./words.ts";

const themes = [
  { value: "auto", path: "M3 4.5h14v9H3zM7 16.5h6M10 13.5v3" },
  {
    value: "light",
    path: "M10 6.5a3.5 3.5 0 1 1 0 7 3.5 3.5 0 0 1 0-7M10 2v1.5M10 16.5V18M2 10h1.5M16.5 10H18M4.3 4.3l1.1 1.1M14.6 14.6l1.1 1.1M15.7 4.3l-1.1 1.1M5.4 14.6l-1.1 1.1",
  },
  { value: "dark", path: "M16.5 12A7 7 0 0 1 8 3.5a7 7 0 1 0 8.5 8.5" },
] as const;

export function ThemeSwitch() {
  const { theme } = useTheme();
  const name = useId();
  return (
    <fieldset className={css.themes}>
      <legend className="visually-hidden">{words.theme.label}</legend>
      {themes.map(({ value, path }) => (
        <label key={value} className={css.theme}>
          <input
            type="radio"
            className={css.input}
            name={name}
            checked={theme === value}
            onChange={() => chooseTheme(value)}
          />
          <svg viewBox="0 0 20 20" aria-hidden="true">
            <path d={path} />
          </svg>
          {words.theme[value]}
        </label>
      ))}
    </fieldset>
  );
}
