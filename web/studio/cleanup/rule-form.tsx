// The form that changes the rule: what the new rule would delete is shown first, and only that can be confirmed.
import { useState } from "react";
import { flushSync } from "react-dom";
import { useSearchParams } from "react-router";
import type { Retention } from "#contract/retention.ts";
import { Button } from "#web/ui/button.tsx";
import { Switch } from "#web/ui/switch.tsx";
import { Failure } from "#web/studio/failure.tsx";
import { findFaults, readRule, type RuleDraft, toDraft, toRule, writeRule } from "./rule-draft.ts";
import fields from "#web/ui/fields/fields.module.css";
import css from "./rule-form.module.css";
import { RulePreview } from "./rule-preview.tsx";
import { words } from "./words.ts";

export function RuleForm({ retention }: { retention: Retention }) {
  const [query, setQuery] = useSearchParams();
  const proposed = readRule(query);
  const [draft, setDraft] = useState(() => toDraft(proposed ?? retention.rule));
  // Stays as it was when the form was opened: the server refuses a change that is based on an older rule.
  const [revision, setRevision] = useState(retention.revision);
  const [refusal, setRefusal] = useState<Error>();
  const [isTold, setTold] = useState(false);
  const faults = isTold ? findFaults(draft) : {};
  const change = (changes: Partial<RuleDraft>) => {
    setDraft({ ...draft, ...changes });
    setRefusal(undefined);
    // The preview was for the rule before this change.
    if (query.size > 0) setQuery({}, { replace: true, preventScrollReset: true });
  };
  const beginAnew = (now: Retention, problem?: Error) => {
    setRevision(now.revision);
    setDraft(toDraft(now.rule));
    setRefusal(problem);
    setTold(false);
    setQuery({}, { replace: true, preventScrollReset: true });
  };
  return (
    <>
      {refusal && <Failure problem={refusal} />}
      <form
        className={css.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setRefusal(undefined);
          // At once: the message must be in the page before its field gets the focus.
          flushSync(() => setTold(true));
          if (Object.keys(findFaults(draft)).length === 0) setQuery(writeRule(toRule(draft)), { replace: true });
          else event.currentTarget.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
        }}
      >
        <fieldset className={fields.choices}>
          <legend>{words.form.keepRecordings}</legend>
          <label className={fields.choice}>
            <input type="radio" name="keep" checked={draft.isForEver} onChange={() => change({ isForEver: true })} />
            {words.form.forever}
          </label>
          <div className={css.row}>
            <label className={fields.choice}>
              <input
                type="radio"
                name="keep"
                checked={!draft.isForEver}
                onChange={() => change({ isForEver: false })}
              />
              <span>
                {words.form.for}
                <span className="visually-hidden">{words.form.forHidden}</span>
              </span>
            </label>
            <NumberField
              name={words.form.days}
              unit={words.form.daysUnit}
              inputMode="numeric"
              value={draft.days}
              isOff={draft.isForEver}
              fault={faults.days}
              change={(days) => change({ days, isForEver: false })}
            />
          </div>
        </fieldset>
        <fieldset className={fields.choices}>
          <legend>{words.form.cap}</legend>
          <div className={css.row}>
            <label className={fields.choice}>
              <input
                type="checkbox"
                checked={draft.hasCap}
                onChange={(event) => change({ hasCap: event.target.checked })}
              />
              {words.form.capChoice}
            </label>
            <NumberField
              name={words.form.capInGb}
              unit={words.form.capUnit}
              inputMode="decimal"
              value={draft.cap}
              isOff={!draft.hasCap}
              fault={faults.cap}
              change={(cap) => change({ cap, hasCap: true })}
            />
          </div>
        </fieldset>
        <div className={css.audio}>
          <Switch
            label={words.form.keepAudio}
            checked={draft.keepsAudio}
            onChange={(keepsAudio) => change({ keepsAudio })}
          />
          <p>{words.form.keepAudioHint}</p>
        </div>
        <div>
          <Button type="submit">{words.form.show}</Button>
        </div>
      </form>
      {proposed && <RulePreview current={retention.rule} {...{ revision, beginAnew }} rule={proposed} />}
    </>
  );
}

interface NumberProps {
  name: string;
  unit: string;
  inputMode: "numeric" | "decimal";
  value: string;
  isOff: boolean;
  fault: string | undefined;
  change: (value: string) => void;
}

function NumberField({ name, unit, inputMode, value, isOff, fault, change }: NumberProps) {
  const id = `fault-${unit}`;
  return (
    <span className={css.number}>
      <input
        type="text"
        inputMode={inputMode}
        className={fields.input}
        aria-label={name}
        value={value}
        data-off={isOff}
        aria-invalid={fault !== undefined}
        aria-describedby={fault === undefined ? undefined : id}
        onChange={(event) => change(event.target.value)}
      />
      {unit}
      {fault !== undefined && (
        <span id={id} className={css.fault}>
          {fault}
        </span>
      )}
    </span>
  );
}
