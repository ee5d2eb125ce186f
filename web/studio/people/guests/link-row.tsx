// One invitation link: how often it was used, until when it works, and the button to end it. The link itself is not kept.
import type { Invitation } from "#contract/guests.ts";
import { call } from "#web/api.ts";
import { Button } from "#web/ui/button.tsx";
import { formatDay } from "#web/studio/format.ts";
import { keepFocus } from "#web/studio/keep-focus.ts";
import members from "#web/studio/people/members.module.css";
import rows from "#web/studio/rows.module.css";
import { useGuestChange } from "./queries.ts";
import { words } from "./words.ts";

export function LinkRow({ invitation }: { invitation: Invitation }) {
  const { id, note, state, uses, most_uses, made_by, made_at, link_until } = invitation;
  const change = useGuestChange();
  const name = note || words.links.noNote;
  const end = () =>
    change.mutate({ act: () => call("endInvitation", { params: { id } }), message: words.links.isEnded });
  return (
    <li className={rows.row}>
      <div className={rows.words}>
        <span className={members.name}>
          <strong>
            <bdi>{name}</bdi>
          </strong>
          <span className={members.badge} data-permission={state === "open" ? undefined : "none"}>
            {words.links.states[state]}
          </span>
        </span>
        <span className={rows.detail}>
          {words.links.of(uses, most_uses)}.{" "}
          {words.links.made(made_by ?? words.guests.formerMember, formatDay(made_at))}{" "}
          {state === "open" && words.links.until(formatDay(link_until))}
        </span>
      </div>
      {state === "open" && invitation.can_change && (
        <div className={rows.actions}>
          <Button
            ref={keepFocus}
            size="small"
            look="quiet"
            aria-label={words.links.endThis(name)}
            busy={change.isPending}
            onClick={end}
          >
            {words.links.end}
          </Button>
        </div>
      )}
    </li>
  );
}
