// The dialog that changes fields of many recordings: first what is to change, then on how many it changes anything.
import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { formatDate } from "#contract/dates/dates.ts";
import type { NamedLevel } from "#contract/levels/levels.ts";
import type { QuickFields } from "#contract/video.ts";
import { Bar } from "#web/studio/bar.tsx";
import { Failure } from "#web/studio/failure.tsx";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog/dialog.tsx";
import { words as dialogWords } from "#web/ui/dialog/words.ts";
import css from "./edit-many.module.css";
import { preview } from "./use-many.ts";
import { words } from "./words.ts";

const { form } = words;

/** As it is in the form; empty is unchanged. */
interface Draft {
  date: string;
  time: string;
  /** "standard:" or "level:" with its id. */
  level: string;
  shown: "" | "visible" | "hidden";
  protect: "" | "on" | "off";
  isReplaced: boolean;
  description: string;
}

const unchanged: Draft = {
  ...{ date: "", time: "", level: "", shown: "", protect: "" },
  ...{ isReplaced: false, description: "" },
};

interface Props {
  ids: readonly string[];
  levels: readonly NamedLevel[];
  change: (fields: QuickFields) => void;
  close: () => void;
}

export function EditMany({ ids, levels, change, close }: Props) {
  const dialog = useRef<{ close: () => void }>(null);
  const [draft, setDraft] = useState(unchanged);
  const [done, setDone] = useState(0);
  const fields = readFields(draft);
  const look = useMutation({ mutationFn: () => preview(ids, fields, setDone) });
  const set = (part: Partial<Draft>) => setDraft({ ...draft, ...part });
  const begin = () => {
    setDone(0);
    look.mutate();
  };
  return (
    <Dialog
      ref={dialog}
      title={form.heading(ids.length)}
      close={close}
      submit={() => {
        if (look.data) {
          // the focus is back before the buttons give way to the progress
          dialog.current?.close();
          change(fields);
          close();
        } else if (!look.isPending) begin();
      }}
      foot={
        <>
          {look.data ? (
            <Button look="quiet" onClick={() => look.reset()}>
              {form.back}
            </Button>
          ) : (
            <Button look="quiet" onClick={close}>
              {dialogWords.cancel}
            </Button>
          )}
          {look.data?.changed !== 0 && (
            <Button look="lamp" type="submit" busy={look.isPending} disabled={Object.keys(fields).length === 0}>
              {look.data ? form.change(look.data.changed) : form.preview}
            </Button>
          )}
        </>
      }
    >
      {look.data ? (
        <Changes total={ids.length} found={look.data} draft={draft} levels={levels} />
      ) : (
        <Fields draft={draft} set={set} levels={levels} />
      )}
      {look.isPending && <Bar label={words.many.working(form.counting, done, ids.length)} value={done / ids.length} />}
      {look.error && <Failure problem={look.error} />}
    </Dialog>
  );
}

interface FieldsProps {
  draft: Draft;
  set: (part: Partial<Draft>) => void;
  levels: readonly NamedLevel[];
}

function Fields({ draft, set, levels }: FieldsProps) {
  return (
    <>
      <p className={css.lead}>{form.lead}</p>
      <div className={css.pair}>
        <label className={css.field}>
          {form.date}
          <input
            type="date"
            min="1970-01-01"
            max="2100-12-31"
            value={draft.date}
            onChange={({ target }) => set({ date: target.value })}
          />
        </label>
        <label className={css.field}>
          {form.time}
          <input
            type="time"
            value={draft.time}
            disabled={draft.date === ""}
            onChange={({ target }) => set({ time: target.value })}
          />
        </label>
      </div>
      {levels.length > 1 && (
        <Choice label={form.level} value={draft.level} choose={(level) => set({ level })}>
          {levels.map((level) => (
            <option key={optionOf(level)} value={optionOf(level)}>
              {level.name}
            </option>
          ))}
        </Choice>
      )}
      <div className={css.pair}>
        <Choice label={form.shown} value={draft.shown} choose={(shown) => set({ shown: shown as Draft["shown"] })}>
          <option value="visible">{form.visible}</option>
          <option value="hidden">{form.hidden}</option>
        </Choice>
        <Choice
          label={form.protect}
          value={draft.protect}
          choose={(protect) => set({ protect: protect as Draft["protect"] })}
        >
          <option value="on">{form.on}</option>
          <option value="off">{form.off}</option>
        </Choice>
      </div>
      <Choice
        label={form.description}
        value={draft.isReplaced ? "replace" : ""}
        choose={(choice) => set({ isReplaced: choice === "replace" })}
      >
        <option value="replace">{form.replace}</option>
      </Choice>
      {draft.isReplaced && (
        <textarea
          className={css.text}
          aria-label={form.text}
          rows={4}
          dir="auto"
          maxLength={10_000}
          value={draft.description}
          onChange={({ target }) => set({ description: target.value })}
        />
      )}
    </>
  );
}

interface ChoiceProps {
  label: string;
  value: string;
  choose: (value: string) => void;
  children: ReactNode;
}

function Choice({ label, value, choose, children }: ChoiceProps) {
  return (
    <label className={css.field}>
      {label}
      <select value={value} onChange={({ target }) => choose(target.value)}>
        <option value="">{form.unchanged}</option>
        {children}
      </select>
    </label>
  );
}

interface ChangesProps {
  draft: Draft;
  levels: readonly NamedLevel[];
  total: number;
  found: { changed: number; fields: ReadonlyMap<string, number> };
}

/** A sentence for each field that was set. */
function Changes({ draft, levels, total, found }: ChangesProps) {
  const { add_date = "", time_missing = false, level, hidden, prevent_autodelete, description } = readFields(draft);
  const on = (...names: string[]) => Math.max(0, ...names.map((name) => found.fields.get(name) ?? 0));
  const say = (sentence: (count: number, same: number) => string, count: number) => sentence(count, total - count);
  const { becomes } = form;
  const list = useRef<HTMLUListElement>(null);
  // what was focused is gone
  useEffect(() => list.current?.focus(), []);
  if (found.changed === 0) return <output className={css.lead}>{form.nothing}</output>;
  return (
    <ul ref={list} className={css.changes} tabIndex={-1} aria-label={form.changes}>
      {add_date !== "" && (
        <li>
          {say(becomes.date(formatDate({ add_date, time_missing })), on("add_date", "time_missing", "only_known"))}
        </li>
      )}
      {level !== undefined && (
        <li>
          {say(
            becomes.level(levels.find(({ id }) => id === level)?.name ?? ""),
            on("level", "opens_at", "opens_level"),
          )}
        </li>
      )}
      {hidden !== undefined && <li>{say(becomes.shown(hidden ? form.hidden : form.visible), on("hidden"))}</li>}
      {prevent_autodelete !== undefined && (
        <li>{say(becomes.protect(prevent_autodelete ? form.on : form.off), on("prevent_autodelete"))}</li>
      )}
      {description !== undefined && <li>{say(becomes.description(description === ""), on("description"))}</li>}
    </ul>
  );
}

/** Only what was set. */
function readFields({ date, time, level, shown, protect, isReplaced, description }: Draft): QuickFields {
  return {
    ...(date !== "" && readDate(date, time)),
    ...(level !== "" && { level: readOption(level), opens_at: null, opens_level: null }),
    ...(shown !== "" && { hidden: shown === "hidden" }),
    ...(protect !== "" && { prevent_autodelete: protect === "on" }),
    ...(isReplaced && { description }),
  };
}

/** A day without a time is stored as midnight UTC, and the day is known. */
function readDate(date: string, time: string): QuickFields {
  const moment = time === "" ? `${date}T00:00:00.000Z` : new Date(`${date}T${time}`).toISOString();
  return { add_date: moment, time_missing: time === "", only_known: null };
}

function optionOf({ id }: NamedLevel): string {
  return id === null ? "standard:" : `level:${id}`;
}

function readOption(option: string): string | null {
  return option.startsWith("level:") ? option.slice("level:".length) : null;
}
