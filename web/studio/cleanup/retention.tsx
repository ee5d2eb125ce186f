// The cleanup page: the rule, which recordings are deleted next and why, and for the owner a form to change the rule.
import { useQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { Link, useSearchParams } from "react-router";
import type { Retention, RetentionPreview, RetentionRule } from "#contract/retention.ts";
import { sayAgo } from "#web/ago.ts";
import { useUser } from "#web/session.ts";
import { Notice } from "#web/ui/notice.tsx";
import { formatBytes, formatMoment } from "#web/studio/format.ts";
import { retentionQuery, previewQuery, refresh } from "#web/studio/queries.ts";
import { LeavingRow } from "./leaving-row.tsx";
import { Loaded } from "#web/studio/loaded.tsx";
import css from "./retention.module.css";
import rows from "#web/studio/rows.module.css";
import { sayRule, findFaults, readRule, type RuleDraft, toDraft, toRule, writeRule } from "./rule-draft.ts";
import { words } from "./words.ts";
import { flushSync } from "react-dom";
import { Button } from "#web/ui/button.tsx";
import { Switch } from "#web/ui/switch.tsx";
import { Failure } from "#web/studio/failure.tsx";
import fields from "#web/ui/fields/fields.module.css";
import ruleFormCss from "./rule-form.module.css";
import { call } from "#web/api.ts";
import { showToast } from "#web/ui/toast.tsx";
import { keepFocus } from "#web/studio/keep-focus.ts";

export function RetentionPage() {
  const retention = useQuery(retentionQuery);
  return (
    <Loaded query={retention} what={words.rule.what}>
      {(data) => (
        <>
          <CurrentRule retention={data} />
          <Next retention={data} />
          <Change retention={data} />
        </>
      )}
    </Loaded>
  );
}

function CurrentRule({ retention }: { retention: Retention }) {
  const { rule, changed_at, changed_by, rests_until, last_run_at, warnings } = retention;
  return (
    <section className={rows.part} aria-label={words.rule.label}>
      <p className={css.rule}>{sayRule(rule, formatBytes)}</p>
      <p className={rows.lead}>
        {changed_at !== null &&
          `${words.rule.changed(changed_by ?? words.rule.formerMember, formatMoment(changed_at))} `}
        {last_run_at !== null && `${words.rule.lastRun(sayAgo(new Date(last_run_at)))} `}
        {words.rule.noticeBeforeTrash} <Link to="/studio/trash">{words.rule.trash}</Link> {words.rule.noticeAfterTrash}
      </p>
      {rests_until !== null && (
        <Notice kind="info" title={words.rule.pausedTitle}>
          {words.rule.paused(formatMoment(rests_until))}
        </Notice>
      )}
      {warnings.length > 0 && (
        <Notice kind="error" title={words.rule.stoppedTitle}>
          <ul>
            {warnings.map(({ at, sentence }) => (
              <li key={`${at} ${sentence}`}>
                {sentence} <span className="dim">{formatMoment(at)}</span>
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </section>
  );
}

function Next({ retention: { rule, leaving, leaving_total } }: { retention: Retention }) {
  const id = useId();
  return (
    <section className={rows.part} aria-labelledby={id}>
      <div className={rows.top}>
        <h2 id={id}>{words.next.title}</h2>
        {leaving_total > leaving.length && (
          <span className="dim">{words.next.firstOf(leaving.length, leaving_total)}</span>
        )}
      </div>
      {leaving.length === 0 ? (
        <p className={rows.lead}>{words.next.none}</p>
      ) : (
        <ul className={rows.rows} aria-labelledby={id}>
          {leaving.map((video) => (
            <LeavingRow key={video.id} video={video} keepsAudio={rule.keep_audio} canKeep />
          ))}
        </ul>
      )}
    </section>
  );
}

function Change({ retention }: { retention: Retention }) {
  const id = useId();
  const { user } = useUser();
  return (
    <section className={rows.part} aria-labelledby={id}>
      <h2 id={id}>{words.form.title}</h2>
      {user?.is_owner ? <RuleForm retention={retention} /> : <p className={rows.lead}>{words.form.ownerOnly}</p>}
    </section>
  );
}

/** The form that changes the rule: what the new rule would delete is shown first, and only that can be confirmed. */
function RuleForm({ retention }: { retention: Retention }) {
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
        className={ruleFormCss.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setRefusal(undefined);
          // The message must be in the page before its field gets the focus.
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
          <div className={ruleFormCss.row}>
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
          <div className={ruleFormCss.row}>
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
        <div className={ruleFormCss.audio}>
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
    <span className={ruleFormCss.number}>
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
        <span id={id} className={ruleFormCss.fault}>
          {fault}
        </span>
      )}
    </span>
  );
}

interface Props {
  rule: RetentionRule;
  current: RetentionRule;
  /** The revision of the rule that the form was opened with. */
  revision: number;
  /** Resets the form to the current rule; with the problem when somebody else has changed it. */
  beginAnew: (now: Retention, problem?: Error) => void;
}

/** What a proposed rule would delete, and the button that confirms exactly that. */
function RulePreview(props: Props) {
  const { rule } = props;
  const preview = useQuery(previewQuery(rule));
  return (
    <section className={ruleFormCss.preview} aria-label={words.preview.label}>
      <Loaded query={preview} what={words.preview.what}>
        {(data) => (
          <>
            <div>
              <output className={ruleFormCss.verdict}>{sayTotal(data, rule)}</output>
              <p className={rows.lead}>{words.preview.newRule(sayRule(rule, formatBytes))}</p>
            </div>
            {data.videos.length > 0 && (
              <ul className={rows.rows} aria-label={words.preview.list}>
                {data.videos.map((video) => (
                  <LeavingRow key={video.id} video={video} keepsAudio={rule.keep_audio} />
                ))}
              </ul>
            )}
            {data.total > data.videos.length && (
              <p className="dim">{words.preview.more(data.total - data.videos.length)}</p>
            )}
            <Confirming {...props} total={data.total} />
          </>
        )}
      </Loaded>
    </section>
  );
}

function Confirming({ rule, current, revision, beginAnew, total }: Props & { total: number }) {
  const queries = useQueryClient();
  const change = useMutation({
    mutationFn: () => call("changeRetention", { body: { rule, revision, confirmed_total: total } }),
    onSuccess: async (changed) => {
      queries.setQueryData(retentionQuery.queryKey, changed);
      const { rests_until } = changed;
      const pause = rests_until === null ? [] : [words.preview.pausedUntil(formatMoment(rests_until))];
      showToast({ kind: "done", message: [words.preview.changed, ...pause].join(" ") });
      beginAnew(changed);
      await refresh(queries);
    },
    // Somebody else changed the rule, or the number of recordings has changed: load both again.
    onError: async (problem) => {
      await refresh(queries);
      const now = queries.getQueryData(retentionQuery.queryKey);
      if (now && now.revision !== revision) beginAnew(now, problem);
    },
  });
  if (JSON.stringify(rule) === JSON.stringify(current))
    return <p className={rows.lead}>{words.preview.alreadyCurrent}</p>;
  return (
    <>
      {change.error && <Failure problem={change.error} />}
      <div>
        <Button
          ref={keepFocus}
          look={total > 0 ? "danger" : "lamp"}
          busy={change.isPending}
          onClick={() => change.mutate()}
        >
          {words.preview.confirm(total, { keepsAudio: rule.keep_audio })}
        </Button>
      </div>
    </>
  );
}

function sayTotal({ total, bytes }: RetentionPreview, { keep_audio }: RetentionRule): string {
  if (total === 0) return words.preview.none;
  return words.preview.total(total, { keepsAudio: keep_audio, bytes: formatBytes(bytes) });
}
