// The header of every page: what it shows depends on whether somebody is logged in, may view and may edit.
import { Link } from "react-router";
import { SearchBox } from "#web/library/filter/search-box.tsx";
import { AccountButton } from "#web/member/account/account-button.tsx";
import { LogOutButton } from "#web/member/account/log-out-button.tsx";
import { SignInButtons } from "#web/member/sign-in-buttons.tsx";
import { AudioOnlySwitch } from "#web/player/controls/audio-only-switch.tsx";
import { useSite, useUser } from "#web/session.ts";
import css from "./header.module.css";
import { Logo } from "./logo.tsx";
import { Places } from "./places.tsx";
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
        {user && <Places user={user} />}
        {user?.can_view && <SearchBox />}
        <div className={css.controls}>
          {user?.can_view && <AudioOnlySwitch />}
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
