// One job of the queue: which recording, which step, how far, and how much time is left.
import { useMutation } from "@tanstack/react-query";
import { Link } from "react-router";
import type { WorkItem } from "#contract/studio.ts";
import { sayAgo } from "#web/ago.ts";
import { call } from "#web/api.ts";
import { Button } from "#web/ui/button.tsx";
import { useActing } from "#web/studio/acting.ts";
import { Bar } from "#web/studio/bar.tsx";
import { formatDay, sayLeft } from "#web/studio/format.ts";
import { keepFocus } from "#web/studio/keep-focus.ts";
import rows from "#web/studio/rows.module.css";
import { takeItem, workQuery } from "./work-query.ts";
import { workWords as words } from "#web/studio/upload/words.ts";
import css from "./work-row.module.css";

export function WorkRow({ item }: { item: WorkItem }) {
  return (
    <li className={rows.row} data-state={item.state}>
      <div className={rows.words}>
        {item.video_id === null ? (
          <span className={rows.title}>{item.title}</span>
        ) : (
          <Link to={`/video/${item.video_id}`} className={rows.title}>
            <bdi>{item.title}</bdi>
          </Link>
        )}
        <span className={css.step}>{sayStep(item)}</span>
        {item.asked_at !== null && <span className={css.step}>{words.step.asked(formatDay(item.asked_at))}</span>}
        {item.state === "running" && (
          <Bar
            label={words.item.progress(item.step, item.title)}
            value={item.progress > 0 ? item.progress : undefined}
          />
        )}
        {item.problem !== null && item.state !== "done" && <p className={css.problem}>{item.problem}</p>}
        {item.log.length > 0 && item.state === "failed" && (
          <details className={css.log}>
            <summary>{words.item.lastLines}</summary>
            {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it */}
            <section tabIndex={0} aria-label={words.item.log(item.title)}>
              <pre>{item.log.join("\n")}</pre>
            </section>
          </details>
        )}
      </div>
      <WorkActions item={item} />
    </li>
  );
}

export function WorkActions({ item }: { item: WorkItem }) {
  const { queries, tell } = useActing();
  const act = useMutation({
    mutationFn: (name: "retryWork" | "cancelWork") => call(name, { params: { id: item.id } }),
    onSuccess: ({ item: now }) => queries.setQueryData(workQuery.queryKey, (work) => work && takeItem(work, now)),
    onError: tell,
    onSettled: () => queries.invalidateQueries(workQuery),
  });
  const isBusy = (name: "retryWork" | "cancelWork") => act.isPending && act.variables === name;
  if (!item.can_retry && !item.can_cancel) return null;
  return (
    <div className={rows.actions}>
      {item.can_retry && (
        <Button
          ref={keepFocus}
          size="small"
          aria-label={words.item.tryAgainThis(item.title)}
          busy={isBusy("retryWork")}
          onClick={() => act.mutate("retryWork")}
        >
          {words.item.tryAgain}
        </Button>
      )}
      {item.can_cancel && (
        <Button
          ref={keepFocus}
          size="small"
          look="quiet"
          aria-label={words.item.cancelThis(item.title)}
          busy={isBusy("cancelWork")}
          onClick={() => act.mutate("cancelWork")}
        >
          {words.item.cancel}
        </Button>
      )}
    </div>
  );
}

export function sayStep(item: WorkItem): string {
  const place = item.steps > 1 ? words.step.place(item.step_number, item.steps) : "";
  const ended = item.finished_at === null ? "" : `, ${sayAgo(new Date(item.finished_at))}`;
  if (item.state === "done")
    return `${item.step_number === item.steps ? words.step.ready : words.step.done(item.step)}${ended}`;
  if (item.state === "cancelled") return `${words.step.cancelled(item.step)}${ended}`;
  if (item.state === "failed") return `${place}${words.step.failed(item.step, item.attempts)}${ended}.`;
  const left = item.state === "running" && item.seconds_left !== null ? `, ${sayLeft(item.seconds_left)}` : "";
  return `${place}${item.step}${left}`;
}
