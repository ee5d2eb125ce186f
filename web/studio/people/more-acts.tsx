// What the owner seldom does with a member: make them an owner, download their data, delete the account.
import { useState } from "react";
import type { MemberInStudio } from "#contract/studio.ts";
import { addressOf } from "#web/api.ts";
import { useUser } from "#web/session.ts";
import { Button } from "#web/ui/button.tsx";
import { Confirm } from "#web/studio/confirm.tsx";
import { useActing } from "#web/studio/acting.ts";
import { deleteMember, setOwner } from "./member-acts.ts";
import css from "./members.module.css";
import { words } from "./words.ts";

type Question = "make" | "remove" | "delete";

export function MoreActs({ member }: { member: MemberInStudio }) {
  const { user } = useUser();
  const acting = useActing();
  const [question, ask] = useState<Question>();
  const { id, name } = member;
  const isSelf = id === user?.id;
  const acts = {
    make: () => setOwner(acting, member, "owner"),
    remove: () => setOwner(acting, member, null),
    delete: () => deleteMember(acting, member),
  };
  return (
    <details className={css.more}>
      <summary>
        {words.more.title}
        <span className="visually-hidden">{words.more.titleHidden(name)}</span>
      </summary>
      <div className={css.acts}>
        {member.is_fixed && <p className={css.hint}>{words.more.fixedOwner}</p>}
        {!member.is_owner && !member.disabled && (
          <Button size="small" aria-label={words.more.makeOwnerOf(name)} onClick={() => ask("make")}>
            {words.more.makeOwner}
          </Button>
        )}
        {member.role === "owner" && !member.is_fixed && !isSelf && (
          <Button size="small" aria-label={words.more.removeOwnerOf(name)} onClick={() => ask("remove")}>
            {words.more.removeOwner}
          </Button>
        )}
        <a className={css.history} href={addressOf("getMemberData", { params: { id } })} download={`${name}.json`}>
          {words.more.data}
          <span className="visually-hidden">{words.row.historyHidden(name)}</span>
        </a>
        {!member.is_owner && (
          <Button size="small" look="quiet" aria-label={words.more.deleteThis(name)} onClick={() => ask("delete")}>
            {words.more.delete}
          </Button>
        )}
      </div>
      {question && (
        <Confirm
          title={words.more.questions[question].title(name)}
          label={words.more.questions[question].confirm}
          act={acts[question]}
          close={() => ask(undefined)}
        >
          <p>{words.more.questions[question].text}</p>
        </Confirm>
      )}
    </details>
  );
}
