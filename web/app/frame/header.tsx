// The header of every page: what it shows depends on whether somebody is logged in, may view and may edit.
import { Link, NavLink } from "react-router";
import { SearchBox } from "#web/library/filter/search-box.tsx";
import { AccountButton } from "#web/member/account/account-button.tsx";
import { LogOutButton } from "#web/member/account/log-out-button.tsx";
import { SignInButtons } from "#web/member/sign-in-buttons.tsx";
import { AudioOnlySwitch } from "#web/player/controls/audio-only-switch.tsx";
import { useSite, useUser } from "#web/session.ts";
import css from "./header.module.css";
import { Logo } from "./logo.tsx";
import { words } from "./words.ts";

export function Header() {
  "use no memo"; // rarely drawn again, and remembering its parts would make the first visit larger
  const { user, isChecked, isCut } = useUser();
  const { site, isKnown } = useSite();
  return (
    <header className={css.header}>
      <div className={css.inside}>
        <Link to="/" className={css.logo} data-signed-in={user !== null}>
          <Logo site={site} />
          <span className={css.word}>{words.archive}</span>
        </Link>
        {user?.can_view && <SearchBox />}
        <div className={css.controls}>
          {user?.can_view && <AudioOnlySwitch />}
          {user?.can_edit && <StudioLink />}
          {isChecked && !isCut && !user && isKnown && <SignInButtons site={site} />}
          {user && (
            <>
              <LogOutButton />
              <AccountButton user={user} />
            </>
          )}
        </div>
      </div>
    </header>
  );
}

function StudioLink() {
  return (
    <NavLink to="/studio" className={css.studio ?? ""}>
      <svg viewBox="0 0 20 20" aria-hidden="true">
        <path d="M4 3v6M4 13v4M10 3v2M10 9v8M16 3v8M16 15v2M2 11h4M8 7h4M14 13h4" />
      </svg>
      <span className={css.studioWord}>{words.studio}</span>
    </NavLink>
  );
}
