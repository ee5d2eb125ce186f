// The header of every page: what it shows depends on whether somebody is logged in, may view and may edit.
import { Link } from "react-router";
import { AccountButton } from "#web/member/account/account-button.tsx";
import { LogOutButton } from "#web/member/account/log-out-button.tsx";
import { SignInButtons } from "#web/member/sign-in-buttons.tsx";
import { AudioOnlySwitch } from "#web/player/controls/audio-only-switch.tsx";
import { useSite, useUser } from "#web/session.ts";
import { loadSearch } from "#web/app/songs.tsx";
import { SearchBox } from "#web/search/box.tsx";
import css from "./header.module.css";
import { Places } from "./places.tsx";
import { frameWords as words } from "#web/app/words.ts";
import type { Site } from "#contract/site.ts";
import logoCss from "./logo.module.css";
import markCss from "./mark.module.css";

export function Header() {
  const { user, isChecked, isCut } = useUser();
  const { site, isKnown } = useSite();
  return (
    <header className={css.header}>
      <div className={css.inside}>
        <Link to="/" className={css.logo}>
          <Logo site={site} />
          <span className={css.word}>{words.archive}</span>
        </Link>
        {user && <Places user={user} />}
        {user?.can_view && <SearchBox warm={() => void loadSearch().catch(() => undefined)} />}
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

/** The owner's logo, or ours. Until /api/site has answered, the server's note in index.html says which. */
function Logo({ site }: { site: Site | undefined }) {
  const { logo, plate } = document.documentElement.dataset;
  const own = site ? site.logo : logo && { url: logo, plate };
  return own ? <img className={logoCss.logo} src={own.url} data-plate={own.plate} alt="" /> : <Mark />;
}

/** The logo: a half-open door with a lamp above it. The same drawing as public/mark.svg, in the page's colours. */
function Mark() {
  return (
    <svg className={markCss.mark} viewBox="7 1 18 31" aria-hidden="true">
      <path className={markCss.lit} d="M9.5 7.5h13a1 1 0 0 1 1 1V28h-15V8.5a1 1 0 0 1 1-1z" />
      <path className={markCss.leaf} d="M8.5 7.5 18 10.2v21L8.5 28z" />
      <circle className={markCss.handle} cx="15.6" cy="20" r="1.1" />
      <path className={markCss.lit} d="M12.8 4.8a3.2 3.2 0 0 1 6.4 0z" />
    </svg>
  );
}
