// One thing that happened: who, what, to which recording, when; and a way back where there is one.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link } from "react-router";
import type { HistoryEntry } from "#contract/studio.ts";
import { call } from "#web/api.ts";
import { Button } from "#web/ui/button.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { formatMoment } from "./format.ts";
import css from "./history.module.css";
import { refresh } from "./keeping.ts";
import rows from "./rows.module.css";

interface Props {
  entry: HistoryEntry;
  showVideo: (id: string) => void;
}

export function EntryRow({ entry, showVideo }: Props) {
  const { video } = entry;
  const fields = entry.fields.filter(({ field }) => fieldLabels[field] !== undefined);
  return (
    <li className={rows.row}>
      <div className={rows.words}>
        <p className={css.sentence}>
          <strong>{entry.who}</strong> {entry.sentence}
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
          <time dateTime={entry.at}>{formatMoment(entry.at)}</time>
          {video && (
            <>
              {" · "}
              {video.is_there ? (
                <Link to={`/video/${video.id}`}>
                  <bdi>{video.title}</bdi>
                </Link>
              ) : (
                <bdi>{video.title}</bdi>
              )}
            </>
          )}
        </span>
      </div>
      <div className={rows.actions}>
        {video && (
          <Button
            size="small"
            look="quiet"
            aria-label={`Only this recording: ${video.title}`}
            onClick={() => showVideo(video.id)}
          >
            Only this recording
          </Button>
        )}
        {entry.can_undo && <Undo entry={entry} />}
      </div>
    </li>
  );
}

function Undo({ entry }: { entry: HistoryEntry }) {
  const queries = useQueryClient();
  const undo = useMutation({
    mutationFn: () => call("undoChange", { params: { id: entry.id } }),
    onSuccess: () => showToast({ kind: "done", message: "Taken back." }),
    onError: (problem) => showToast({ kind: "error", message: problem.message }),
    onSettled: () => Promise.all([refresh(queries), queries.invalidateQueries({ queryKey: ["members"] })]),
  });
  return (
    <Button
      size="small"
      aria-label={`Undo: ${entry.who} ${entry.sentence}`}
      busy={undo.isPending}
      onClick={() => undo.mutate()}
    >
      Undo
    </Button>
  );
}

const fieldLabels: Record<string, string> = {
  title: "Title",
  add_date: "Upload time",
  prevent_autodelete: "Prevent automatic deletion",
  description: "Description",
};

function sayValue(field: string, value: unknown): string {
  if (field === "add_date") return formatMoment(String(value));
  if (typeof value === "boolean") return value ? "on" : "off";
  if (value === "" || value === null || value === undefined) return "empty";
  return typeof value === "string" ? value : JSON.stringify(value);
}
