// The home page for somebody who is not logged in: what this archive is, and how to log in.
import type { Site } from "#contract/site.ts";
import { Notice } from "#web/ui/notice.tsx";
import { Scene } from "./scene.tsx";
import css from "./welcome.module.css";
import { words } from "./words.ts";

interface Props {
  site: Site | undefined;
  /** Why the last attempt to log in failed, if it did. */
  problem: string | undefined;
}

export function Welcome({ site, problem }: Props) {
  return (
    <Scene isOpen>
      <p className={css.over}>{words.welcome.over}</p>
      <h1 className={css.name}>{site?.name ?? words.welcome.name}</h1>
      <p className={css.lead}>{words.welcome.lead}</p>
      {problem ? (
        <Notice kind="error" title={words.welcome.problemTitle}>
          {problem}
        </Notice>
      ) : (
        <Notice kind="info" title={words.welcome.infoTitle}>
          {words.welcome.info}
        </Notice>
      )}
    </Scene>
  );
}
