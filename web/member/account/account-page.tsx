// /account and its sections. On a desk they are beside the one that is open; on a phone /account is the list of them.
import { type ComponentType, useState } from "react";
import { Link, Navigate, useParams } from "react-router";
import type { User } from "#contract/member.ts";
import { FeedButton } from "#web/feed/feed-button.tsx";
import { greet } from "#web/member/account/account-button.tsx";
import { Door } from "#web/member/door.tsx";
import { Reasons } from "#web/member/reasons.tsx";
import { useSite, useUser } from "#web/session.ts";
import { usePageTitle } from "#web/title.ts";
import { ThemeSwitch } from "#web/ui/theme-switch.tsx";
import css from "./account-page.module.css";
import { CheckAgain } from "./check-again.tsx";
import { Connections } from "./connections.tsx";
import { Devices } from "./devices.tsx";
import { MyData } from "./my-data.tsx";
import { NoticeChoice } from "./notices/notice-choice.tsx";
import { Picture } from "./picture.tsx";
import { words } from "./words.ts";

type Name = keyof typeof words.sections;

interface Section {
  name: Name;
  Content: ComponentType<{ user: User }>;
  /** Who has it, if not everybody. */
  isFor?: (user: User) => boolean;
}

const sections: readonly Section[] = [
  { name: "membership", Content: Membership },
  { name: "notices", Content: NoticeChoice },
  { name: "listening", Content: Listening, isFor: ({ can_view }) => can_view },
  { name: "devices", Content: Devices },
  { name: "look", Content: ThemeSwitch },
  { name: "privacy", Content: Privacy },
];

export function AccountPage() {
  const { user } = useUser();
  const { section } = useParams();
  const [now] = useState(() => new Date());
  usePageTitle(words.title);
  // who is not logged in reads how
  if (!user) return <Door>{null}</Door>;
  const offered = sections.filter(({ isFor }) => !isFor || isFor(user));
  const shown = section === undefined ? offered[0] : offered.find(({ name }) => name === section);
  if (!shown) return <Navigate to="/404" replace />;
  const { title } = words.sections[shown.name];
  return (
    <div className={css.account} data-open={section !== undefined}>
      <header className={css.who}>
        <Picture user={user} />
        <div className={css.name}>
          <h1>{words.title}</h1>
          <p>
            <bdi>{user.name}</bdi> · {permissionsOf(user)}
          </p>
          <p>{greet(user.name, now)}</p>
        </div>
      </header>
      <nav className={css.sections} aria-label={words.title}>
        {offered.map(({ name }) => (
          <Link
            key={name}
            to={`/account/${name}`}
            className={css.section}
            aria-current={name === shown.name ? "page" : undefined}
          >
            <span>{words.sections[name].title}</span>
            <small>{words.sections[name].about}</small>
          </Link>
        ))}
      </nav>
      <section className={css.content} aria-labelledby="account-section">
        <Link to="/account" className={css.back}>
          {words.back}
        </Link>
        <h2 id="account-section">{title}</h2>
        <shown.Content user={user} />
      </section>
    </div>
  );
}

function Membership({ user }: { user: User }) {
  return (
    <>
      <Reasons reasons={user.why} />
      <CheckAgain />
      <h3>{words.connections.title}</h3>
      <Connections user={user} />
    </>
  );
}

function Listening() {
  const { site } = useSite();
  return (
    <>
      <p>{words.feed.text}</p>
      <FeedButton of="everything" />
      {site?.offline_days !== undefined && (
        <>
          <p>{words.feed.savedText}</p>
          <Link to="/saved">{words.feed.saved}</Link>
        </>
      )}
    </>
  );
}

function Privacy({ user }: { user: User }) {
  const { site } = useSite();
  return (
    <>
      {site?.privacy && <Link to="/privacy">{words.data.policy}</Link>}
      <MyData user={user} />
    </>
  );
}

function permissionsOf(user: User): string {
  if (user.is_owner) return words.permissions.owner;
  if (user.can_edit) return words.permissions.editor;
  if (user.level) return words.permissions.level(user.level.name);
  return user.can_view ? words.permissions.member : words.permissions.none;
}
