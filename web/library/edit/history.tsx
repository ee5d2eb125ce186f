// Who changed what about a recording, and when. Folded, and asked for when it is opened.
import { queryOptions, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ChangeKind, VideoChange } from "#contract/video.ts";
import { call } from "#web/api.ts";
import { formatDate } from "#web/dates.ts";
import { Spinner } from "#web/ui/spinner.tsx";
import { fieldLabels } from "./draft.ts";
import css from "./history.module.css";

export const changesQuery = (id: string) =>
  queryOptions({
    queryKey: ["changes", id],
    queryFn: async ({ signal }) => (await call("listChanges", { params: { id }, signal })).changes,
    retry: false,
    staleTime: 0,
  });

export function History({ id }: { id: string }) {
  const [isOpen, setOpen] = useState(false);
  const { data, isPending, isError } = useQuery({ ...changesQuery(id), enabled: isOpen });
  return (
    <details className={css.history} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>History</summary>
      {isOpen && isPending && <Spinner />}
      {isError && <p role="alert">The history could not be loaded. Close and open it to try again.</p>}
      {data?.length === 0 && <p>Nothing has been changed yet.</p>}
      {data && data.length > 0 && (
        <ol className={css.changes}>
          {data.map((change) => (
            <li key={change.id}>
              <ChangeLine change={change} />
            </li>
          ))}
        </ol>
      )}
    </details>
  );
}

const verbs: Record<ChangeKind, string> = {
  added: "added it",
  edited: "changed it",
  hidden: "hid it",
  unhidden: "showed it again",
  protected: "protected it from automatic deletion",
  unprotected: "ended its protection from automatic deletion",
  trashed: "put it into the trash",
  restored: "took it out of the trash",
  purged: "deleted it for good",
  "pictures-removed": "deleted its pictures and kept its sound",
};

function ChangeLine({ change }: { change: VideoChange }) {
  return (
    <>
      <p>
        <strong>{change.who}</strong> {verbs[change.kind]}{" "}
        <time dateTime={change.at} className={css.when}>
          {formatDate({ add_date: change.at, time_missing: false })}
        </time>
      </p>
      {change.kind === "edited" && (
        <ul className={css.fields}>
          {change.fields
            .filter(({ field }) => field !== "time_missing")
            .map(({ field, before, after }) => (
              <li key={field}>
                {fieldLabels[field] ?? field}: <del>{sayBefore(field, before)}</del> →{" "}
                <ins>{sayBefore(field, after)}</ins>
              </li>
            ))}
        </ul>
      )}
    </>
  );
}

function sayBefore(field: string, value: unknown): string {
  if (field === "add_date") return formatDate({ add_date: String(value), time_missing: false });
  if (typeof value === "boolean") return value ? "on" : "off";
  if (value === "" || value === null) return "empty";
  return typeof value === "string" ? value : JSON.stringify(value);
}
