// One guest: who invited them, until when, and the buttons to extend or end it.
import { useState } from "react";
import type { Guest } from "#contract/guests.ts";
import { call } from "#web/api.ts";
import { useUser } from "#web/session.ts";
import { Button } from "#web/ui/button.tsx";
import { formatDay } from "#web/studio/format.ts";
import { keepFocus } from "#web/studio/keep-focus.ts";
import members from "#web/studio/people/members.module.css";
import rows from "#web/studio/rows.module.css";
import css from "./guests.module.css";
import { dayOf, endOfDay, inDays, useGuestChange } from "./queries.ts";
import { words } from "./words.ts";

export function GuestRow({ guest }: { guest: Guest }) {
  const [isExtending, setExtending] = useState(false);
  const level = useUser().user?.level?.choices?.find(({ id }) => id === guest.level)?.name;
  const isOpen = guest.state === "active" || guest.state === "waiting";
  return (
    <li className={rows.row}>
      <div className={rows.words}>
        <span className={members.name}>
          <strong>
            <bdi>{guest.name}</bdi>
          </strong>
          {level && <span className={members.badge}>{level}</span>}
          <span className={members.badge} data-permission={isOpen ? undefined : "none"}>
            {words.guests.states[guest.state]}
          </span>
        </span>
        {guest.note && <span>{guest.note}</span>}
        <span className={rows.detail}>
          {words.guests.invited(guest.invited_by ?? words.guests.formerMember, formatDay(guest.invited_at))}{" "}
          {sayEnd(guest)}
        </span>
      </div>
      {guest.can_change &&
        (isExtending ? (
          <Extend guest={guest} close={() => setExtending(false)} />
        ) : (
          <Actions guest={guest} extend={() => setExtending(true)} />
        ))}
    </li>
  );
}

function Actions({ guest, extend }: { guest: Guest; extend: () => void }) {
  const change = useGuestChange();
  const { name } = guest;
  const isEnded = guest.state === "ended";
  const setEnded = ({ ended }: { ended: boolean }) =>
    change.mutate({
      act: () => call("changeGuest", { params: { id: guest.id }, body: { ended } }),
      message: ended ? words.guests.isEnded(name) : words.guests.isBack(name),
    });
  return (
    <div className={rows.actions}>
      {!isEnded && (
        <Button ref={keepFocus} size="small" aria-label={words.guests.extendThis(name)} onClick={extend}>
          {words.guests.extend}
        </Button>
      )}
      {guest.state !== "over" && (
        <Button
          ref={keepFocus}
          size="small"
          look="quiet"
          aria-label={isEnded ? words.guests.giveBackThis(name) : words.guests.endThis(name)}
          busy={change.isPending}
          onClick={() => setEnded({ ended: !isEnded })}
        >
          {isEnded ? words.guests.giveBack : words.guests.end}
        </Button>
      )}
    </div>
  );
}

function Extend({ guest, close }: { guest: Guest; close: () => void }) {
  const [day, setDay] = useState(guest.until === null ? "" : dayOf(new Date(guest.until)));
  const [level, setLevel] = useState(guest.level ?? "");
  const choices = useUser().user?.level?.choices;
  const change = useGuestChange();
  const save = () =>
    change.mutate(
      {
        act: () =>
          call("changeGuest", {
            params: { id: guest.id },
            body: { until: endOfDay(day), ...(choices && { level: level || null }) },
          }),
        message: words.guests.extended(guest.name),
      },
      { onSuccess: close },
    );
  return (
    <form
      className={rows.actions}
      onSubmit={(event) => {
        event.preventDefault();
        if (!change.isPending) save();
      }}
    >
      <input
        type="date"
        className={css.input}
        aria-label={words.guests.newEnd(guest.name)}
        min={inDays(0)}
        value={day}
        // the button that had the focus is gone
        ref={(input) => input?.focus()}
        onChange={({ target }) => setDay(target.value)}
      />
      {choices && (
        <select
          className={css.input}
          aria-label={words.guests.newLevel(guest.name)}
          value={level}
          onChange={({ target }) => setLevel(target.value)}
        >
          {choices.map(({ id, name }) => (
            <option key={id ?? ""} value={id ?? ""}>
              {name}
            </option>
          ))}
        </select>
      )}
      <Button type="submit" size="small" busy={change.isPending}>
        {words.guests.save}
      </Button>
      <Button size="small" look="quiet" onClick={close}>
        {words.guests.cancel}
      </Button>
    </form>
  );
}

function sayEnd({ until, state }: Guest): string {
  if (state === "ended") return "";
  if (until === null) return words.guests.forever;
  return state === "over" ? words.guests.ended(formatDay(until)) : words.guests.until(formatDay(until));
}
