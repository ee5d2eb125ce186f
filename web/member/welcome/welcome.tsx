// The home page for somebody who is not logged in: what this archive is, and how to log in.
import type { Site } from "#contract/site.ts";
import { Notice } from "#web/ui/notice.tsx";
import { SignInButtons } from "#web/member/sign-in-buttons.tsx";
import { Scene } from "#web/member/scene.tsx";
import css from "#web/member/welcome/welcome.module.css";
import { words } from "#web/member/words.ts";

interface Props {
  site: Site | undefined;
  /** Why the last attempt to log in failed, if it did. */
  problem: string | undefined;
}

export function Welcome({ site, problem }: Props) {
  const isClosed = site !== undefined && !site.patreon && !site.twitch;
  return (
    <Scene isOpen picture={site?.welcome?.picture}>
      <p className={css.over}>{words.welcome.over}</p>
      <h1 className={css.name}>{site?.name ?? words.welcome.name}</h1>
      <p className={css.lead}>{site?.welcome?.text ?? words.welcome.lead}</p>
      {problem ? (
        <Notice kind="error" title={words.welcome.problemTitle}>
          {problem}
        </Notice>
      ) : (
        <Notice kind="info" title={words.welcome.infoTitle}>
          {isClosed ? words.welcome.notSetUp : words.welcome.info}
        </Notice>
      )}
      {site && <SignInButtons site={site} isLarge />}
      {site?.welcome?.links && (
        <ul className={css.links}>
          {site.welcome.links.map(({ name, url }) => (
            <li key={name}>
              <a href={url}>{name}</a>
            </li>
          ))}
        </ul>
      )}
    </Scene>
  );
}
