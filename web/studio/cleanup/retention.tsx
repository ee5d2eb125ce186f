// The cleanup page: the rule, which recordings are deleted next and why, and for the owner a form to change the rule.
import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { Link } from "react-router";
import type { Retention } from "#contract/retention.ts";
import { sayAgo } from "#web/ago.ts";
import { useUser } from "#web/session.ts";
import { Notice } from "#web/ui/notice.tsx";
import { formatBytes, formatMoment } from "#web/studio/format.ts";
import { retentionQuery } from "#web/studio/queries.ts";
import { LeavingRow } from "./leaving-row.tsx";
import { Loaded } from "#web/studio/loaded.tsx";
import css from "./retention.module.css";
import rows from "#web/studio/rows.module.css";
import { sayRule } from "./rule-draft.ts";
import { RuleForm } from "./rule-form.tsx";
import { words } from "./words.ts";

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
                {sentence} <span className={rows.quiet}>{formatMoment(at)}</span>
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
          <span className={rows.quiet}>{words.next.firstOf(leaving.length, leaving_total)}</span>
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
