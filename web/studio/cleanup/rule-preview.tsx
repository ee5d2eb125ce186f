// What a proposed rule would remove, and the button that confirms exactly that.
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Retention, RetentionPreview, RetentionRule } from "#contract/retention.ts";
import { call } from "#web/api.ts";
import { Button } from "#web/ui/button.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { Failure } from "#web/studio/failure.tsx";
import { formatBytes, formatMoment, sayCount } from "#web/studio/format.ts";
import { keepFocus } from "#web/studio/keep-focus.ts";
import { previewQuery, refresh, retentionQuery } from "#web/studio/keeping.ts";
import { LeavingRow } from "./leaving-row.tsx";
import { Loaded } from "#web/studio/loaded.tsx";
import rows from "#web/studio/rows.module.css";
import { sayRule } from "./rule-draft.ts";
import css from "./rule-form.module.css";

interface Props {
  rule: RetentionRule;
  standing: RetentionRule;
  /** Of the rule that the form began with. */
  revision: number;
  /** With the rule as it is now, and why when it is somebody else's. */
  beginAnew: (now: Retention, problem?: Error) => void;
}

export function RulePreview(props: Props) {
  const { rule } = props;
  const preview = useQuery(previewQuery(rule));
  return (
    <section className={css.preview} aria-label="What would leave">
      <Loaded query={preview} what="the preview">
        {(data) => (
          <>
            <div>
              <output className={css.verdict}>{sayVerdict(data)}</output>
              <p className={rows.lead}>As things are, by the rule: {sayRule(rule, formatBytes)}</p>
            </div>
            {data.videos.length > 0 && (
              <ul className={rows.rows} aria-label="Recordings that would leave">
                {data.videos.map((video) => (
                  <LeavingRow key={video.id} video={video} />
                ))}
              </ul>
            )}
            {data.total > data.videos.length && (
              <p className={rows.quiet}>
                And {sayCount(data.total - data.videos.length, "more recording", "more recordings")}.
              </p>
            )}
            <Confirming {...props} total={data.total} />
          </>
        )}
      </Loaded>
    </section>
  );
}

function Confirming({ rule, standing, revision, beginAnew, total }: Props & { total: number }) {
  const queries = useQueryClient();
  const change = useMutation({
    mutationFn: () => call("changeRetention", { body: { rule, revision, confirmed_total: total } }),
    onSuccess: async (changed) => {
      queries.setQueryData(retentionQuery.queryKey, changed);
      const rest =
        changed.rests_until === null ? "" : ` Nothing is deleted before ${formatMoment(changed.rests_until)}.`;
      showToast({ kind: "done", message: `The rule is changed.${rest}` });
      beginAnew(changed);
      await refresh(queries);
    },
    // Somebody was faster, or another number leaves by now: what is shown is asked for anew.
    onError: async (problem) => {
      await refresh(queries);
      const now = queries.getQueryData(retentionQuery.queryKey);
      if (now && now.revision !== revision) beginAnew(now, problem);
    },
  });
  if (JSON.stringify(rule) === JSON.stringify(standing)) return <p className={rows.lead}>This is the rule as it is.</p>;
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
          {total > 0
            ? `Change the rule: ${sayCount(total, "recording")} will leave`
            : "Change the rule: none will leave"}
        </Button>
      </div>
    </>
  );
}

function sayVerdict({ total, bytes }: RetentionPreview): string {
  if (total === 0) return "No recording would leave.";
  return `${sayCount(total, "recording")} would leave, ${formatBytes(bytes)} in all.`;
}
