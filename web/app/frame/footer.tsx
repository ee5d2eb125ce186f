// The footer of every page: the theme for people without an account menu, and a note when this is a demo.
import { useSite, useUser } from "#web/session.ts";
import { ThemeSwitch } from "#web/ui/theme-switch.tsx";
import css from "./footer.module.css";
import { words } from "./words.ts";

export function Footer() {
  const { user, isChecked } = useUser();
  const { site } = useSite();
  return (
    <footer className={css.footer}>
      <span>{site?.demo && words.demo}</span>
      {isChecked && !user && <ThemeSwitch />}
    </footer>
  );
}
