// Studio > Guests: invite people who may watch without a membership, and see until when. Loaded on demand.
import { useQuery, useMutation } from "@tanstack/react-query";
import type { Guests, Guest, Invitation } from "#contract/guests.ts";
import { Blank } from "#web/ui/blank.tsx";
import { Loaded } from "#web/studio/loaded.tsx";
import rows from "#web/studio/rows.module.css";
import css from "./guests.module.css";
import { guestsQuery, endOfDay, dayOf, inDays, useGuestChange } from "./queries.ts";
import { guestWords as words } from "#web/studio/people/words.ts";
import { useState } from "react";
import type { Provider } from "#contract/member.ts";
import { call } from "#web/api.ts";
import { useSite, useUser } from "#web/session.ts";
import { Button } from "#web/ui/button.tsx";
import { showDone } from "#web/undo/undo.ts";
import { useActing } from "#web/studio/acting.ts";
import { Failure } from "#web/studio/failure.tsx";
import { CommonFields, Field } from "./fields.tsx";
import { formatDay } from "#web/studio/format.ts";
import { keepFocus } from "#web/studio/keep-focus.ts";
import members from "#web/studio/people/members.module.css";
import { showToast } from "#web/ui/toast.tsx";
import { guestLimits } from "#contract/guest-limits.ts";

export function GuestsPage() {
  const guests = useQuery(guestsQuery);
  return (
    <>
      <p className={rows.lead}>{words.lead}</p>
      <div className={css.forms}>
        <section className={rows.part} aria-label={words.link.title}>
          <h2>{words.link.title}</h2>
          <LinkForm />
        </section>
        <section className={rows.part} aria-label={words.account.title}>
          <h2>{words.account.title}</h2>
          <AccountForm />
        </section>
      </div>
      <Loaded query={guests} what={words.what}>
        {(data) => <Lists data={data} />}
      </Loaded>
    </>
  );
}

function Lists({ data: { guests, invitations } }: { data: Guests }) {
  return (
    <>
      <section className={rows.part} aria-label={words.guests.title}>
        <h2>{words.guests.title}</h2>
        {guests.length === 0 ? (
          <Blank title={words.guests.none}>{words.guests.noneText}</Blank>
        ) : (
          <ul className={rows.rows} aria-label={words.guests.title}>
            {guests.map((guest) => (
              <GuestRow key={guest.id} guest={guest} />
            ))}
          </ul>
        )}
      </section>
      {invitations.length > 0 && (
        <section className={rows.part} aria-label={words.links.title}>
          <h2>{words.links.title}</h2>
          <ul className={rows.rows} aria-label={words.links.title}>
            {invitations.map((invitation) => (
              <LinkRow key={invitation.id} invitation={invitation} />
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

const order: readonly Provider[] = ["twitch", "patreon"];

/** Adds a guest by their account at Patreon or Twitch, before they ever log in. */
function AccountForm() {
  const { site } = useSite();
  const offered = order.filter((provider) => site?.[provider]);
  const { queries, tell } = useActing();
  const [chosen, choose] = useState<Provider>();
  const provider = chosen ?? offered[0] ?? "twitch";
  const fresh = { until: "", note: "", level: "", account: "" };
  const [wish, setWish] = useState(fresh);
  const change = (part: Partial<typeof wish>) => setWish({ ...wish, ...part });
  const again = () => queries.invalidateQueries(guestsQuery);
  const add = useMutation({
    mutationFn: () => {
      const { account, note, until, level } = wish;
      return call("addGuest", { body: { provider, account, note, until: endOfDay(until), level: level || null } });
    },
    onSuccess: ({ guest, change: made }) => {
      setWish(fresh);
      showDone({ message: words.account.added(guest.name), changes: made, tell, refresh: again });
      return again();
    },
  });
  return (
    <form
      className={css.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (!add.isPending) add.mutate();
      }}
    >
      <Field label={words.account.provider}>
        {(own) => (
          <select {...own} value={provider} onChange={({ target }) => choose(target.value as Provider)}>
            {offered.map((one) => (
              <option key={one} value={one}>
                {words.account.providers[one]}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label={words.account[provider]} {...(provider === "patreon" && { hint: words.account.patreonHint })}>
        {(own) => (
          <input
            {...own}
            required
            maxLength={200}
            autoCapitalize="none"
            spellCheck={false}
            value={wish.account}
            onChange={({ target }) => change({ account: target.value })}
          />
        )}
      </Field>
      <CommonFields wish={wish} change={change} />
      {add.error && <Failure problem={add.error} />}
      <Button type="submit" className={css.submit} busy={add.isPending}>
        {words.account.add}
      </Button>
    </form>
  );
}

/** One guest: who invited them, until when, and the buttons to extend or end it. */
function GuestRow({ guest }: { guest: Guest }) {
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

/** Makes an invitation link, and shows it once. */
function LinkForm() {
  const { queries } = useActing();
  const fresh = { until: inDays(30), note: "", level: "", most: "1", linkUntil: inDays(7) };
  const [wish, setWish] = useState(fresh);
  const change = (part: Partial<typeof wish>) => setWish({ ...wish, ...part });
  const make = useMutation({
    mutationFn: () =>
      call("makeInvitation", {
        body: {
          guest_until: endOfDay(wish.until),
          link_until: endOfDay(wish.linkUntil) ?? "",
          most_uses: Number(wish.most),
          note: wish.note,
          level: wish.level || null,
        },
      }),
    onSuccess: () => queries.invalidateQueries(guestsQuery),
  });
  if (make.data)
    return (
      <NewLink
        link={make.data.link}
        done={() => {
          make.reset();
          setWish(fresh);
        }}
      />
    );
  return (
    <form
      className={css.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (!make.isPending) make.mutate();
      }}
    >
      <Field label={words.link.most}>
        {(own) => (
          <input
            {...own}
            type="number"
            required
            min={1}
            max={guestLimits.uses}
            value={wish.most}
            onChange={({ target }) => change({ most: target.value })}
          />
        )}
      </Field>
      <Field label={words.link.linkUntil}>
        {(own) => (
          <input
            {...own}
            type="date"
            required
            min={inDays(0)}
            max={inDays(guestLimits.linkDays - 1)}
            value={wish.linkUntil}
            onChange={({ target }) => change({ linkUntil: target.value })}
          />
        )}
      </Field>
      <CommonFields wish={wish} change={change} />
      {make.error && <Failure problem={make.error} />}
      <Button type="submit" look="lamp" className={css.submit} busy={make.isPending}>
        {words.link.make}
      </Button>
    </form>
  );
}

function NewLink({ link, done }: { link: string; done: () => void }) {
  const copy = () =>
    navigator.clipboard.writeText(link).then(
      () => showToast({ kind: "done", message: words.link.copied }),
      () => showToast({ kind: "error", message: words.link.notCopied }),
    );
  return (
    <div className={css.form}>
      <output>{words.link.made}</output>
      <input
        className={css.link}
        readOnly
        value={link}
        aria-label={words.link.address}
        onFocus={({ target }) => target.select()}
      />
      <div className="tools">
        {/* the form that had the focus is gone */}
        <Button look="lamp" ref={(button) => button?.focus()} onClick={() => void copy()}>
          {words.link.copy}
        </Button>
        <Button look="quiet" onClick={done}>
          {words.link.done}
        </Button>
      </div>
    </div>
  );
}

/**
 * One invitation link: how often it was used, until when it works, and the button to end it. The link itself is not
 * kept.
 */
function LinkRow({ invitation }: { invitation: Invitation }) {
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
