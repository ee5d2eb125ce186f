// What a proposed rule would delete, and the button that confirms exactly that.
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Retention, RetentionPreview, RetentionRule } from "#contract/retention.ts";
import { call } from "#web/api.ts";
import { Button } from "#web/ui/button.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { Failure } from "#web/studio/failure.tsx";
import { formatBytes, formatMoment } from "#web/studio/format.ts";
import { keepFocus } from "#web/studio/keep-focus.ts";
import { previewQuery, refresh, retentionQuery } from "#web/studio/queries.ts";
import { LeavingRow } from "./leaving-row.tsx";
import { Loaded } from "#web/studio/loaded.tsx";
import rows from "#web/studio/rows.module.css";
import { sayRule } from "./rule-draft.ts";
import css from "./rule-form.module.css";
import { words } from "./words.ts";

interface Props {
  rule: RetentionRule;
  current: RetentionRule;
  /** Of the rule that the form was opened with. */
  revision: number;
  /** Resets the form to the current rule; with the problem when somebody else has changed it. */
  beginAnew: (now: Retention, problem?: Error) => void;
}

export function RulePreview(props: Props) {
  const { rule } = props;
  const preview = useQuery(previewQuery(rule));
  return (
    <section className={css.preview} aria-label={words.preview.label}>
      <Loaded query={preview} what={words.preview.what}>
        {(data) => (
          <>
            <div>
              <output className={css.verdict}>{sayTotal(data, rule)}</output>
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
              <p className={rows.quiet}>{words.preview.more(data.total - data.videos.length)}</p>
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
