// The foot of every page: the theme for those without an account menu, and a plain word when this is a demo.
import { useSite, useUser } from "#web/session.ts";
import { ThemeSwitch } from "#web/ui/theme-switch.tsx";
import css from "./footer.module.css";

export function Footer() {
  const { user, isChecked } = useUser();
  const { site } = useSite();
  return (
    <footer className={css.footer}>
      <span>{site?.demo && "Demo: local stand-ins answer for Patreon and Twitch."}</span>
      {isChecked && !user && <ThemeSwitch />}
    </footer>
  );
}
