// One member: connected accounts, permissions and the reasons for them, last visit; and what the owner can do.
import { useMutation } from "@tanstack/react-query";
import { Link } from "react-router";
import type { Input } from "#contract/api.ts";
import type { MemberInStudio } from "#contract/studio.ts";
import { sayAgo } from "#web/ago.ts";
import { Button } from "#web/ui/button.tsx";
import { useActing } from "#web/studio/acting.ts";
import { formatDay } from "#web/studio/format.ts";
import { keepFocus } from "#web/studio/keep-focus.ts";
import { changeMember } from "./member-acts.ts";
import css from "./members.module.css";
import { MoreActs } from "./more-acts.tsx";
import rows from "#web/studio/rows.module.css";
import { words } from "./words.ts";

interface Props {
  member: MemberInStudio;
  endSessions: () => void;
  endFeed: () => void;
}

export function MemberRow({ member, endSessions, endFeed }: Props) {
  const permission = permissionOf(member);
  return (
    <li className={rows.row}>
      <div className={rows.words}>
        <span className={css.name}>
          <strong>
            <bdi>{member.name}</bdi>
          </strong>
          <span className={css.badge} data-permission={permission}>
            {words.permissions[permission]}
          </span>
        </span>
        <ul className={css.why}>
          {member.why.map(({ sentence }) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
        <span className={rows.detail}>
          {member.identities.map(sayIdentity).join(", ")}
          {member.identities.length > 0 && ". "}
          {words.row.visits(sayAgo(new Date(member.seen_at)), formatDay(member.created_at))}{" "}
          {words.row.sessions(member.sessions)} {member.feed && words.row.feed(member.feed.devices)}
        </span>
        {member.feed?.many && <span className={css.many}>{words.row.manyDevices}</span>}
      </div>
      <Actions member={member} endSessions={endSessions} endFeed={endFeed} />
      <MoreActs member={member} />
    </li>
  );
}

function Actions({ member, endSessions, endFeed }: Props) {
  const acting = useActing();
  const change = useMutation({
    mutationFn: (change: Input<"changeMember">["body"]) => changeMember(acting, member, change),
  });
  const isBusy = (what: "role" | "disabled") => change.isPending && change.variables[what] !== undefined;
  // Owners, and editors named in the settings, are not changed here.
  const canChangeRole = !member.is_owner && !member.disabled && (member.role !== null || !member.can_edit);
  return (
    <div className={rows.actions}>
      {canChangeRole && (
        <Button
          ref={keepFocus}
          size="small"
          aria-label={
            member.role === null ? words.row.makeEditorOf(member.name) : words.row.removeEditorOf(member.name)
          }
          busy={isBusy("role")}
          onClick={() => change.mutate({ role: member.role === null ? "editor" : null })}
        >
          {member.role === null ? words.row.makeEditor : words.row.removeEditor}
        </Button>
      )}
      {member.sessions > 0 && !member.is_owner && (
        <Button
          ref={keepFocus}
          size="small"
          look="quiet"
          aria-label={words.row.endSessionsOf(member.name)}
          onClick={endSessions}
        >
          {words.row.endSessions}
        </Button>
      )}
      {member.feed && (
        <Button
          ref={keepFocus}
          size="small"
          look="quiet"
          aria-label={words.row.endFeedOf(member.name)}
          onClick={endFeed}
        >
          {words.row.endFeed}
        </Button>
      )}
      {!member.is_owner && (
        <Button
          ref={keepFocus}
          size="small"
          look="quiet"
          aria-label={member.disabled ? words.row.enableThis(member.name) : words.row.disableThis(member.name)}
          busy={isBusy("disabled")}
          onClick={() => change.mutate({ disabled: !member.disabled })}
        >
          {member.disabled ? words.row.enable : words.row.disable}
        </Button>
      )}
      <Link to={`/studio/history?member=${encodeURIComponent(member.id)}`} className={css.history}>
        {words.row.history}
        <span className="visually-hidden">{words.row.historyHidden(member.name)}</span>
      </Link>
    </div>
  );
}

function permissionOf(member: MemberInStudio): keyof typeof words.permissions {
  if (member.disabled) return "disabled";
  if (member.is_owner) return "owner";
  if (member.can_edit) return "editor";
  return member.can_view ? "member" : "none";
}

function sayIdentity({ provider, name, state }: MemberInStudio["identities"][number]): string {
  const identity = words.row.identity(words.row.providers[provider], name);
  if (state === "ok") return identity;
  return `${identity} ${state === "revoked" ? words.row.connectionEnded : words.row.accountGone}`;
}
