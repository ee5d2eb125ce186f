// One entry of the history: who changed what and when; with Undo where the change can be undone.
import { useMutation } from "@tanstack/react-query";
import { Link } from "react-router";
import type { HistoryEntry } from "#contract/studio.ts";
import { Button } from "#web/ui/button.tsx";
import { undoChanges } from "#web/undo/undo.ts";
import { useActing } from "#web/studio/acting.ts";
import { formatMoment } from "#web/studio/format.ts";
import css from "./history.module.css";
import { keepFocus } from "#web/studio/keep-focus.ts";
import { refresh } from "#web/studio/queries.ts";
import rows from "#web/studio/rows.module.css";
import { words } from "./words.ts";

interface Props {
  entry: HistoryEntry;
  show: (only: { video: string } | { member: string }) => void;
}

export function EntryRow({ entry, show }: Props) {
  const { video, who, who_id } = entry;
  const fields = entry.fields.filter(({ field }) => fieldLabels[field] !== undefined);
  return (
    <li className={rows.row}>
      <div className={rows.words}>
        <p className={css.what}>
          {video && <Title video={video} />}
          <span className={video ? undefined : rows.title}>{entry.sentence}</span>
        </p>
        {entry.kind === "edited" && fields.length > 0 && (
          <ul className={css.fields}>
            {fields.map(({ field, before, after }) => (
              <li key={field}>
                {fieldLabels[field]}: <del>{sayValue(field, before)}</del> → <ins>{sayValue(field, after)}</ins>
              </li>
            ))}
          </ul>
        )}
        <span className={rows.detail}>
          {who_id === null ? (
            <bdi>{who}</bdi>
          ) : (
            <button
              type="button"
              className={css.only}
              title={words.entry.onlyBy(who)}
              onClick={() => show({ member: who_id })}
            >
              <bdi>{who}</bdi>
            </button>
          )}
          , <time dateTime={entry.at}>{formatMoment(entry.at)}</time>
          {video && (
            <>
              {" · "}
              <button
                type="button"
                className={css.only}
                aria-label={words.entry.onlyThisRecording(video.title)}
                onClick={() => show({ video: video.id })}
              >
                {words.entry.onlyRecording}
              </button>
            </>
          )}
        </span>
      </div>
      {entry.can_undo && <Undo entry={entry} />}
    </li>
  );
}

function Title({ video: { id, title, is_there } }: { video: NonNullable<HistoryEntry["video"]> }) {
  if (!is_there) return <bdi className={rows.title}>{title}</bdi>;
  return (
    <Link to={`/video/${id}`} className={rows.title}>
      <bdi>{title}</bdi>
    </Link>
  );
}

function Undo({ entry }: { entry: HistoryEntry }) {
  const { queries, tell } = useActing();
  const undo = useMutation({
    mutationFn: () => undoChanges([entry.id]),
    onError: tell,
    onSettled: () => Promise.all([refresh(queries), refresh(queries, "members")]),
  });
  return (
    <Button
      ref={keepFocus}
      size="small"
      aria-label={words.entry.undoThis([entry.video?.title, entry.sentence].filter(Boolean).join(", "))}
      busy={undo.isPending}
      onClick={() => undo.mutate()}
    >
      {words.entry.undo}
    </Button>
  );
}

const fieldLabels: Record<string, string> = words.fields;

function sayValue(field: string, value: unknown): string {
  if (field === "add_date" || (field === "opens_at" && value !== null)) return formatMoment(String(value));
  if (typeof value === "boolean") return value ? words.values.on : words.values.off;
  if (value === "" || value === null || value === undefined) return words.values.empty;
  return typeof value === "string" ? value : JSON.stringify(value);
}
