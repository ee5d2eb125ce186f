// The account menu: permissions and the reasons for them, connected accounts, logged-in devices, podcast feed, notices,
// their data, theme.
// A native modal dialog: focus stays inside, Escape and a click beside it close it.
import { useEffect, useRef } from "react";
import { Link } from "react-router";
import type { User } from "#contract/member.ts";
import { FeedButton } from "#web/feed/feed-button.tsx";
import { useSite } from "#web/session.ts";
import { Button } from "#web/ui/button.tsx";
import { ThemeSwitch } from "#web/ui/theme-switch.tsx";
import css from "./account-menu.module.css";
import { CheckAgain } from "./check-again.tsx";
import { Connections } from "./connections.tsx";
import { Devices } from "./devices.tsx";
import { MyData } from "./my-data.tsx";
import { NoticeChoice } from "./notices/notice-choice.tsx";
import { words as noticeWords } from "./notices/words.ts";
import { Picture } from "./picture.tsx";
import { Reasons } from "#web/member/reasons.tsx";
import { words } from "./words.ts";

export function AccountMenu({ user, close }: { user: User; close: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const { site } = useSite();
  useEffect(() => dialog.current?.showModal(), []);
  return (
    // The click beside it is for the mouse; the keyboard closes it with Escape or the Close button.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={dialog}
      className={css.menu}
      aria-label={words.title}
      onClose={close}
      onClick={(event) => event.target === dialog.current && dialog.current.close()}
    >
      <div className={css.content}>
        <div className={css.who}>
          <Picture user={user} />
          <div className={css.name}>
            <strong>{user.name}</strong>
            <span>{permissionsOf(user)}</span>
          </div>
          <Button look="quiet" size="small" onClick={() => dialog.current?.close()}>
            {words.close}
          </Button>
        </div>
        <section aria-labelledby="account-why">
          <h2 id="account-why">{words.access}</h2>
          <Reasons reasons={user.why} />
          <CheckAgain />
        </section>
        <section aria-labelledby="account-connections">
          <h2 id="account-connections">{words.connections.title}</h2>
          <Connections user={user} />
        </section>
        <section aria-labelledby="account-devices">
          <h2 id="account-devices">{words.devices.title}</h2>
          <Devices />
        </section>
        {user.can_view && (
          <section aria-labelledby="account-feed">
            <h2 id="account-feed">{words.feed.title}</h2>
            <p>{words.feed.text}</p>
            <FeedButton of="everything" />
            {site?.offline_days !== undefined && (
              <p>
                <Link to="/saved" onClick={() => dialog.current?.close()}>
                  {words.feed.saved}
                </Link>
              </p>
            )}
          </section>
        )}
        <section aria-labelledby="account-notices">
          <h2 id="account-notices">{noticeWords.title}</h2>
          <NoticeChoice />
        </section>
        <section aria-labelledby="account-data">
          <h2 id="account-data">{words.data.title}</h2>
          <MyData user={user} />
        </section>
        <section aria-labelledby="account-theme">
          <h2 id="account-theme">{words.theme}</h2>
          <ThemeSwitch />
        </section>
      </div>
    </dialog>
  );
}

function permissionsOf(user: User): string {
  if (user.is_owner) return words.permissions.owner;
  if (user.can_edit) return words.permissions.editor;
  if (user.level) return words.permissions.level(user.level.name);
  return user.can_view ? words.permissions.member : words.permissions.none;
}
