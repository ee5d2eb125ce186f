// The home page for somebody who is logged in without access: the reasons, and a button to check again.
import type { User } from "#contract/member.ts";
import { Notice } from "#web/ui/notice.tsx";
import { CheckAgain } from "#web/member/account/check-again.tsx";
import css from "./no-access.module.css";
import { Reasons } from "./reasons.tsx";
import { Scene } from "./scene.tsx";
import { words } from "./words.ts";

export function NoAccess({ user }: { user: User }) {
  return (
    <Scene isOpen={false}>
      <h1>{words.noAccess.hello(user.name)}</h1>
      <Notice kind="error" title={words.noAccess.title}>
        {words.noAccess.text}
      </Notice>
      <section className={css.why} aria-labelledby="why">
        <h2 id="why" className={css.heading}>
          {words.noAccess.why}
        </h2>
        <Reasons reasons={user.why} />
        <CheckAgain />
      </section>
    </Scene>
  );
}
