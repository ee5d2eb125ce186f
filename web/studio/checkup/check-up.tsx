// Studio > Settings > Check-up, for the owner: one line for each thing that has to be right, with what to do if it is not.
import { useQuery } from "@tanstack/react-query";
import type { CheckLine, CheckUp } from "#contract/check-up.ts";
import { sayAgo } from "#web/ago.ts";
import { Button } from "#web/ui/button.tsx";
import { Loaded } from "#web/studio/loaded.tsx";
import rows from "#web/studio/rows.module.css";
import css from "./check-up.module.css";
import { checkUpQuery, useCheckNow, useConfirmKeyCopy } from "./queries.ts";
import { checkupWords as words } from "#web/studio/words.ts";
import { useId, useState } from "react";
import fields from "#web/ui/fields/fields.module.css";

export function CheckUpPage() {
  const checkUp = useQuery(checkUpQuery);
  return (
    <Loaded query={checkUp} what={words.what}>
      {(data) => <Lines checkUp={data} />}
    </Loaded>
  );
}

function Lines({ checkUp: { ran_at, lines } }: { checkUp: CheckUp }) {
  const checkNow = useCheckNow();
  return (
    <section className={rows.part} aria-label={words.title}>
      <div className={rows.top}>
        <p className={rows.lead}>
          {words.lead} {ran_at === null ? words.never : words.checked(sayAgo(new Date(ran_at)))}
        </p>
        <Button busy={checkNow.isPending} onClick={() => checkNow.mutate()}>
          {words.checkNow}
        </Button>
      </div>
      {lines.length > 0 && (
        <ul className={rows.rows}>
          {lines.map((line) => (
            <li key={line.name} className={css.line}>
              <Sign state={line.state} />
              <div className={rows.words}>
                <span className={rows.title}>
                  <span className="visually-hidden">{words.states[line.state]} </span>
                  {line.title}
                </span>
                <span className={css.sentence}>{line.sentence}</span>
                {line.name === "key-copy" && line.state !== "good" && <KeyCopyForm />}
              </div>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

const shapes = {
  good: "M5.6 10.4l2.9 2.9 5.9-6.2",
  warning: "M10 5.8v5M10 13.8v.1",
  bad: "M6.8 6.8l6.4 6.4M13.2 6.8l-6.4 6.4",
} satisfies Record<CheckLine["state"], string>;

/** The state by colour and by shape; the word for it is in front of the title. */
function Sign({ state }: { state: CheckLine["state"] }) {
  return (
    <svg className={css.sign} data-state={state} viewBox="0 0 20 20" aria-hidden="true">
      <circle cx="10" cy="10" r="8.2" fill="none" stroke="currentColor" strokeWidth="1.6" />
      <path d={shapes[state]} fill="none" stroke="currentColor" strokeWidth="1.8" strokeLinecap="round" />
    </svg>
  );
}

/** Confirms a copy of the master key by its checksum: a wrong copy is noticed now, and not when it is needed. */
function KeyCopyForm() {
  const id = useId();
  const [text, setText] = useState("");
  const confirm = useConfirmKeyCopy();
  return (
    <form
      className={`${fields.form} ${css.form}`}
      onSubmit={(event) => {
        event.preventDefault();
        confirm.mutate(text);
      }}
    >
      <label className={fields.label} htmlFor={id}>
        {words.keyCopy.label}
      </label>
      <p id={`${id}-hint`} className={fields.hint}>
        {words.keyCopy.hint}
      </p>
      <input
        id={id}
        className={fields.input}
        value={text}
        required
        autoComplete="off"
        spellCheck={false}
        aria-describedby={`${id}-hint`}
        onChange={(event) => setText(event.target.value)}
      />
      <div>
        <Button type="submit" size="small" busy={confirm.isPending}>
          {words.keyCopy.confirm}
        </Button>
      </div>
    </form>
  );
}
