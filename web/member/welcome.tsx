// The home page for somebody who is not signed in: what this place is, and how to get in.
import type { Site } from "#contract/site.ts";
import { Notice } from "#web/ui/notice.tsx";
import { Scene } from "./scene.tsx";
import css from "./welcome.module.css";

interface Props {
  site: Site | undefined;
  /** Why the last attempt to sign in failed, if it did. */
  problem: string | undefined;
}

export function Welcome({ site, problem }: Props) {
  return (
    <Scene isOpen>
      <p className={css.over}>Members' entrance</p>
      <h1 className={css.name}>{site?.name ?? "Archive"}</h1>
      <p className={css.lead}>
        Every recording of the channel, kept for the people who support it. To watch, or only to listen; it remembers
        where you stopped.
      </p>
      {problem ? (
        <Notice kind="error" title="Login problem">
          {problem}
        </Notice>
      ) : (
        <Notice kind="info" title="Info">
          Log in with Patreon or twitch to get started.
        </Notice>
      )}
    </Scene>
  );
}
