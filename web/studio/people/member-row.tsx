// One member: where they come from, what they may do and why, when they were last here.
import { useMutation } from "@tanstack/react-query";
import { Link } from "react-router";
import type { Input } from "#contract/api.ts";
import type { MemberInStudio } from "#contract/studio.ts";
import { sayAgo } from "#web/ago.ts";
import { Button } from "#web/ui/button.tsx";
import { useActing } from "#web/studio/acting.ts";
import { formatDay, sayCount } from "#web/studio/format.ts";
import { keepFocus } from "#web/studio/keep-focus.ts";
import { changeMember } from "./member-acts.ts";
import css from "./members.module.css";
import rows from "#web/studio/rows.module.css";

const providerNames = { patreon: "Patreon", twitch: "Twitch" };

export function MemberRow({ member, endSessions }: { member: MemberInStudio; endSessions: () => void }) {
  return (
    <li className={rows.row}>
      <div className={rows.words}>
        <span className={css.name}>
          <strong>
            <bdi>{member.name}</bdi>
          </strong>
          <span className={css.badge} data-permission={permissionOf(member)}>
            {permissionOf(member)}
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
          Last here {sayAgo(new Date(member.seen_at))}, first on {formatDay(member.created_at)};{" "}
          {sayCount(member.sessions, "session")}.
        </span>
      </div>
      <Actions member={member} endSessions={endSessions} />
    </li>
  );
}

function Actions({ member, endSessions }: { member: MemberInStudio; endSessions: () => void }) {
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
          aria-label={`${member.role === null ? "Make editor" : "No longer editor"}: ${member.name}`}
          busy={isBusy("role")}
          onClick={() => change.mutate({ role: member.role === null ? "editor" : null })}
        >
          {member.role === null ? "Make editor" : "No longer editor"}
        </Button>
      )}
      {member.sessions > 0 && !member.is_owner && (
        <Button
          ref={keepFocus}
          size="small"
          look="quiet"
          aria-label={`End sessions of ${member.name}`}
          onClick={endSessions}
        >
          End sessions
        </Button>
      )}
      {!member.is_owner && (
        <Button
          ref={keepFocus}
          size="small"
          look="quiet"
          aria-label={`${member.disabled ? "Enable" : "Disable"} ${member.name}`}
          busy={isBusy("disabled")}
          onClick={() => change.mutate({ disabled: !member.disabled })}
        >
          {member.disabled ? "Enable" : "Disable"}
        </Button>
      )}
      <Link to={`/studio/history?member=${encodeURIComponent(member.id)}`} className={css.history}>
        History<span className="visually-hidden"> of {member.name}</span>
      </Link>
    </div>
  );
}

function permissionOf(member: MemberInStudio): string {
  if (member.disabled) return "Disabled";
  if (member.is_owner) return "Owner";
  if (member.can_edit) return "Editor";
  return member.can_view ? "Member" : "No access";
}

function sayIdentity({ provider, name, state }: MemberInStudio["identities"][number]): string {
  const trouble = state === "ok" ? "" : state === "revoked" ? " (connection ended)" : " (account gone)";
  return `${providerNames[provider]}: ${name}${trouble}`;
}
