// The footer of every page: the theme for people without an account, the owner's contact and privacy page, and a note
// when this is a demo.
import { Link } from "react-router";
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
      {site?.contact && <a href={site.contact}>{words.contact}</a>}
      {site?.privacy && <Link to="/privacy">{words.privacy}</Link>}
      {isChecked && !user && <ThemeSwitch />}
    </footer>
  );
}
