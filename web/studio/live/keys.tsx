// The stream keys: made and reset, which shows a key once, changed and deleted.
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { LiveState, NewStreamKey, StreamKey } from "#contract/live/live.ts";
import { call } from "#web/api.ts";
import { useUser } from "#web/session.ts";
import { useActing } from "#web/studio/acting.ts";
import { Confirm } from "#web/studio/confirm.tsx";
import { Failure } from "#web/studio/failure.tsx";
import { formatDay } from "#web/studio/format.ts";
import { Field } from "#web/studio/people/guests/fields.tsx";
import guests from "#web/studio/people/guests/guests.module.css";
import rows from "#web/studio/rows.module.css";
import { Blank } from "#web/ui/blank.tsx";
import { Button } from "#web/ui/button.tsx";
import { Switch } from "#web/ui/switch.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { words } from "./words.ts";

export const liveKey = { queryKey: ["studio-live"] };

export function Keys({ live }: { live: LiveState }) {
  const { queries } = useActing();
  const [shown, show] = useState<string | null>(null);
  const make = (body: NewStreamKey) => call("makeStreamKey", { body }).then(({ key }) => show(key));
  return (
    <section className={rows.part} aria-label={words.keys}>
      <h2>{words.keys}</h2>
      {live.keys.length === 0 && <Blank title={words.noKeys.title}>{words.noKeys.text}</Blank>}
      {live.keys.length > 0 && (
        <ul className={rows.rows}>
          {live.keys.map((one) => (
            <KeyRow key={one.id} entry={one} show={show} />
          ))}
        </ul>
      )}
      {shown === null ? (
        <KeyForm
          label={words.form.make}
          title={words.form.title}
          save={async (wish) => {
            await make(wish);
            await queries.invalidateQueries(liveKey);
          }}
        />
      ) : (
        <Fresh server={live.address ?? ""} streamKey={shown} done={() => show(null)} />
      )}
    </section>
  );
}

function KeyRow({ entry, show }: { entry: StreamKey; show: (key: string) => void }) {
  const { queries } = useActing();
  const [asks, setAsks] = useState<"reset" | "remove" | "change" | null>(null);
  const choices = useUser().user?.level?.choices;
  const level = choices?.find(({ id }) => id === entry.level)?.name;
  const { id, name, title, hidden, made_at } = entry;
  const again = () => queries.invalidateQueries(liveKey);
  const close = () => setAsks(null);
  const reset = async () => {
    show((await call("resetStreamKey", { params: { id } })).key);
    await again();
  };
  const remove = async () => {
    await call("deleteStreamKey", { params: { id } });
    showToast({ kind: "done", message: words.removed });
    await again();
  };
  const change = async (body: NewStreamKey) => {
    await call("changeStreamKey", { params: { id }, body });
    showToast({ kind: "done", message: words.changed });
    close();
    await again();
  };
  return (
    <li className={rows.row}>
      <div className={rows.words}>
        <strong className={rows.title}>
          <bdi>{name}</bdi>
        </strong>
        <span className={rows.detail}>
          {[words.becomes(title, level), ...(hidden ? [words.hidden] : [])].join(", ")}.{" "}
          {words.made(formatDay(made_at))}
        </span>
      </div>
      <div className={rows.actions}>
        <Button size="small" aria-label={words.changeThis(name)} onClick={() => setAsks("change")}>
          {words.change}
        </Button>
        <Button size="small" aria-label={words.resetThis(name)} onClick={() => setAsks("reset")}>
          {words.reset}
        </Button>
        <Button size="small" look="quiet" aria-label={words.removeThis(name)} onClick={() => setAsks("remove")}>
          {words.remove}
        </Button>
      </div>
      {asks === "change" && (
        <KeyForm label={words.form.save} title={words.changeThis(name)} before={entry} save={change} leave={close} />
      )}
      {asks === "reset" && (
        <Confirm title={words.resetAsk(name)} label={words.resetLabel} act={reset} close={close}>
          {words.resetText}
        </Confirm>
      )}
      {asks === "remove" && (
        <Confirm title={words.removeAsk(name)} label={words.removeLabel} act={remove} close={close}>
          {words.removeText}
        </Confirm>
      )}
    </li>
  );
}

interface FormProps {
  title: string;
  label: string;
  before?: StreamKey;
  save: (wish: NewStreamKey) => Promise<unknown>;
  leave?: () => void;
}

function KeyForm({ title, label, before, save, leave }: FormProps) {
  const choices = useUser().user?.level?.choices;
  const { name = "", title: recording = "", level = null, hidden = false } = before ?? {};
  const [wish, setWish] = useState<NewStreamKey>({ name, title: recording, level, hidden });
  const change = (part: Partial<NewStreamKey>) => setWish({ ...wish, ...part });
  const saving = useMutation({ mutationFn: () => save(wish) });
  return (
    <form
      className={guests.form}
      aria-label={title}
      onSubmit={(event) => {
        event.preventDefault();
        if (!saving.isPending) saving.mutate();
      }}
    >
      <Field label={words.form.name} hint={words.form.nameHint}>
        {(own) => (
          <input
            {...own}
            required
            maxLength={80}
            value={wish.name}
            onChange={({ target }) => change({ name: target.value })}
          />
        )}
      </Field>
      <Field label={words.form.recording} hint={words.form.recordingHint}>
        {(own) => (
          <input
            {...own}
            maxLength={200}
            value={wish.title}
            onChange={({ target }) => change({ title: target.value })}
          />
        )}
      </Field>
      {choices && (
        <Field label={words.form.level}>
          {(own) => (
            <select
              {...own}
              value={wish.level ?? ""}
              onChange={({ target }) => change({ level: target.value || null })}
            >
              {choices.map((one) => (
                <option key={one.id ?? ""} value={one.id ?? ""}>
                  {one.name}
                </option>
              ))}
            </select>
          )}
        </Field>
      )}
      <Switch label={words.form.hidden} checked={wish.hidden} onChange={(isHidden) => change({ hidden: isHidden })} />
      {saving.error && <Failure problem={saving.error} />}
      <div className={guests.buttons}>
        <Button type="submit" look="lamp" busy={saving.isPending}>
          {label}
        </Button>
        {leave && (
          <Button look="quiet" onClick={leave}>
            {words.form.cancel}
          </Button>
        )}
      </div>
    </form>
  );
}

function Fresh({ server, streamKey, done }: { server: string; streamKey: string; done: () => void }) {
  return (
    <div className={guests.form}>
      <h3>{words.fresh.title}</h3>
      <output>{words.fresh.text}</output>
      <Copied label={words.fresh.server} value={server} button={words.fresh.copyServer} />
      <Copied label={words.fresh.key} value={streamKey} button={words.fresh.copyKey} isFirst />
      <div className={guests.buttons}>
        <Button look="quiet" onClick={done}>
          {words.fresh.done}
        </Button>
      </div>
    </div>
  );
}

/** The form that had the focus is gone. Always the same function: another would take the focus again. */
const focus = (button: HTMLButtonElement | null) => button?.focus();

function Copied({ label, value, button, isFirst }: { label: string; value: string; button: string; isFirst?: true }) {
  const copy = () =>
    navigator.clipboard.writeText(value).then(
      () => showToast({ kind: "done", message: words.fresh.copied }),
      () => showToast({ kind: "error", message: words.fresh.notCopied }),
    );
  return (
    <Field label={label}>
      {({ id }) => (
        <>
          <input id={id} className={guests.link} readOnly value={value} onFocus={({ target }) => target.select()} />
          <Button className={guests.submit} onClick={() => void copy()} {...(isFirst && { ref: focus })}>
            {button}
          </Button>
        </>
      )}
    </Field>
  );
}
