// How a member wants to hear of new recordings: by mail, by push, or not at all, and not at night.
import { useId } from "react";
import type { NoticeChoice as Choice, NoticeWish } from "#contract/notices.ts";
import { Button } from "#web/ui/button.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import { Switch } from "#web/ui/switch.tsx";
import css from "./notice-choice.module.css";
import { useChoice, useDevice, useSaveChoice, useThisDevice } from "./queries.ts";
import { noticeWords as words } from "#web/member/account/words.ts";

export function NoticeChoice() {
  const { data, error } = useChoice();
  if (data) return <Form choice={data} />;
  return error ? (
    <span role="alert" className={css.failure}>
      {error.message}
    </span>
  ) : (
    <Spinner />
  );
}

function Form({ choice }: { choice: Choice }) {
  const save = useSaveChoice(choice);
  const { shown } = save;
  const zone = findZone();
  return (
    <div className={css.form}>
      <p className={css.hint}>{words.lead}</p>
      <Wish
        label={words.mail}
        value={shown.mail}
        isOpen={choice.can_mail && choice.address !== null}
        onChange={(mail) => save.mutate({ mail })}
      >
        {sayMail(choice)}
      </Wish>
      <Wish label={words.push} value={shown.push} isOpen onChange={(push) => save.mutate({ push })}>
        {words.devices(choice.devices)}
      </Wish>
      {choice.can_live && choice.can_mail && choice.address !== null && (
        <Switch label={words.liveMail} checked={shown.live_mail} onChange={(live_mail) => save.mutate({ live_mail })} />
      )}
      {choice.can_live && (
        <Switch label={words.livePush} checked={shown.live_push} onChange={(live_push) => save.mutate({ live_push })} />
      )}
      {(shown.push !== "nothing" || shown.live_push || choice.devices > 0) && <ThisDevice choice={choice} />}
      <Switch
        label={words.quiet}
        checked={shown.quiet !== null}
        onChange={(isOn) => save.mutate({ quiet: isOn ? { from: "22:00", to: "08:00" } : null, time_zone: zone })}
      />
      <p className={css.hint}>{words.reader}</p>
      {shown.quiet && <Quiet quiet={shown.quiet} onChange={(quiet) => save.mutate({ quiet, time_zone: zone })} />}
    </div>
  );
}

function findZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

interface WishProps {
  label: string;
  value: NoticeWish;
  isOpen: boolean;
  onChange: (wish: NoticeWish) => void;
  children: string;
}

function Wish({ label, value, isOpen, onChange, children }: WishProps) {
  const id = useId();
  return (
    <div className={css.wish}>
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        className={css.input}
        value={value}
        disabled={!isOpen}
        aria-describedby={`${id}-hint`}
        onChange={({ target }) => onChange(target.value as NoticeWish)}
      >
        {Object.entries(words.wishes).map(([wish, name]) => (
          <option key={wish} value={wish}>
            {name}
          </option>
        ))}
      </select>
      <p id={`${id}-hint`} className={css.hint}>
        {children}
      </p>
    </div>
  );
}

function ThisDevice({ choice }: { choice: Choice }) {
  const { canPush, isOn } = useThisDevice();
  const device = useDevice(choice);
  if (!canPush) return <p className={css.hint}>{words.cannotPush}</p>;
  return (
    <Button size="small" look={isOn ? "quiet" : "plain"} busy={device.isPending} onClick={() => device.mutate(!isOn)}>
      {isOn ? words.notThisDevice : words.thisDevice}
    </Button>
  );
}

type Hours = NonNullable<Choice["quiet"]>;

function Quiet({ quiet, onChange }: { quiet: Hours; onChange: (quiet: Hours) => void }) {
  const id = useId();
  return (
    <div className={css.quiet}>
      {(["from", "to"] as const).map((end) => (
        <span key={end}>
          <label htmlFor={`${id}-${end}`}>{words[end]}</label>
          <input
            id={`${id}-${end}`}
            type="time"
            className={css.input}
            defaultValue={quiet[end]}
            onBlur={({ target }) =>
              target.value !== "" && target.value !== quiet[end] && onChange({ ...quiet, [end]: target.value })
            }
          />
        </span>
      ))}
      <p className={css.hint}>{words.quietHint}</p>
    </div>
  );
}

function sayMail({ can_mail, address, is_refused }: Choice): string {
  if (!can_mail) return words.cannotMail;
  if (address === null) return words.noAddress;
  return is_refused ? words.refused : words.mailTo(address);
}
