// The home page for somebody signed in whose membership does not open the door: the reasons, and a way to look again.
import type { User } from "#contract/member.ts";
import { Notice } from "#web/ui/notice.tsx";
import { CheckAgain } from "#web/member/account/check-again.tsx";
import css from "./no-access.module.css";
import { Reasons } from "./reasons.tsx";
import { Scene } from "./scene.tsx";

export function NoAccess({ user }: { user: User }) {
  return (
    <Scene isOpen={false}>
      <h1>Hello, {user.name}</h1>
      <Notice kind="error" title="No access">
        You are logged in, but you don't have access to view the videos. This can happen if you are not subscribed at
        the required Patreon or twitch tier for example.
      </Notice>
      <section className={css.why} aria-labelledby="why">
        <h2 id="why" className={css.heading}>
          What we know about your membership
        </h2>
        <Reasons reasons={user.why} />
        <CheckAgain />
      </section>
    </Scene>
  );
}
