// How long recordings are kept, what leaves next and why, and for the owner another rule.
import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { Link } from "react-router";
import type { Retention } from "#contract/retention.ts";
import { sayAgo } from "#web/ago.ts";
import { useUser } from "#web/session.ts";
import { Notice } from "#web/ui/notice.tsx";
import { formatBytes, formatMoment } from "#web/studio/format.ts";
import { retentionQuery } from "#web/studio/keeping.ts";
import { LeavingRow } from "./leaving-row.tsx";
import { Loaded } from "#web/studio/loaded.tsx";
import css from "./retention.module.css";
import rows from "#web/studio/rows.module.css";
import { sayRule } from "./rule-draft.ts";
import { RuleForm } from "./rule-form.tsx";

export function RetentionPage() {
  const retention = useQuery(retentionQuery);
  return (
    <Loaded query={retention} what="the rule">
      {(data) => (
        <>
          <Standing retention={data} />
          <Leaving retention={data} />
          <Change retention={data} />
        </>
      )}
    </Loaded>
  );
}

function Standing({ retention }: { retention: Retention }) {
  const { rule, changed_at, changed_by, rests_until, last_run_at, warnings } = retention;
  return (
    <section className={rows.part} aria-label="The rule">
      <p className={css.rule}>{sayRule(rule, formatBytes)}</p>
      <p className={rows.lead}>
        {changed_at !== null && `Changed by ${changed_by ?? "somebody who has left"} on ${formatMoment(changed_at)}. `}
        {last_run_at !== null && `The archive last looked ${sayAgo(new Date(last_run_at))}. `}
        What leaves is announced 7 days before, then stays in the <Link to="/studio/trash">trash</Link> for 7 more.
        Protected recordings never leave.
      </p>
      {rests_until !== null && (
        <Notice kind="info" title="Nothing leaves yet">
          Nothing is deleted before {formatMoment(rests_until)}, so that a mistake can be set right.
        </Notice>
      )}
      {warnings.length > 0 && (
        <Notice kind="error" title="The last round stopped short">
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

function Leaving({ retention: { leaving, leaving_total } }: { retention: Retention }) {
  const id = useId();
  return (
    <section className={rows.part} aria-labelledby={id}>
      <div className={rows.top}>
        <h2 id={id}>Next to leave</h2>
        {leaving_total > leaving.length && (
          <span className={rows.quiet}>
            The first {leaving.length.toLocaleString()} of {leaving_total.toLocaleString()}
          </span>
        )}
      </div>
      {leaving.length === 0 ? (
        <p className={rows.lead}>No recording is about to leave.</p>
      ) : (
        <ul className={rows.rows} aria-labelledby={id}>
          {leaving.map((video) => (
            <LeavingRow key={video.id} video={video} canKeep />
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
      <h2 id={id}>Change the rule</h2>
      {user?.is_owner ? (
        <RuleForm retention={retention} />
      ) : (
        <p className={rows.lead}>Only the owner of the archive can change it.</p>
      )}
    </section>
  );
}
