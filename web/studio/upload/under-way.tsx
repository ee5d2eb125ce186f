// Unfinished uploads on the server that this page is not sending: whose, how far, until when, and a button to end them.
import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import type { UploadUnderWay } from "#contract/studio.ts";
import { sayAgo } from "#web/ago.ts";
import { call } from "#web/api.ts";
import { Button } from "#web/ui/button.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { Bar } from "#web/studio/bar.tsx";
import { Confirm } from "#web/studio/confirm.tsx";
import { formatBytes, formatMoment } from "#web/studio/format.ts";
import { keepFocus } from "#web/studio/keep-focus.ts";
import { storageQuery } from "#web/studio/queries.ts";
import rows from "#web/studio/rows.module.css";
import { wantsSignIn } from "#web/studio/sign-in-again.ts";
import { useUploads } from "./items.ts";
import css from "./under-way.module.css";
import { words } from "./words.ts";

const refreshMs = 10_000;

const uploadsQuery = queryOptions({
  queryKey: ["uploads"],
  queryFn: async ({ signal }) => (await call("listUploads", { signal })).uploads,
  staleTime: 0,
  refetchInterval: ({ state }) => (wantsSignIn(state.error) ? false : refreshMs),
});

export function UploadsUnderWay() {
  const id = useId();
  const { data, error, isFetching, refetch } = useQuery(uploadsQuery);
  const { items } = useUploads();
  const [ending, setEnding] = useState<UploadUnderWay>();
  // those have a row of their own, which shows more
  const sentHere = new Set(items.map(({ address }) => address?.split("/").at(-1)));
  const others = (data ?? []).filter((upload) => !sentHere.has(upload.id));
  if (data === undefined && error && !wantsSignIn(error))
    return (
      <p role="alert" className={css.failed}>
        {words.others.notLoaded} {error.message}{" "}
        <Button ref={keepFocus} className={css.target} busy={isFetching} onClick={() => void refetch()}>
          {words.others.tryAgain}
        </Button>
      </p>
    );
  return (
    <>
      {others.length > 0 && (
        <section className={rows.part} aria-labelledby={id}>
          <h2 id={id}>{words.others.title}</h2>
          <ul className={rows.rows} aria-labelledby={id}>
            {others.map((upload) => (
              <UnderWayRow key={upload.id} upload={upload} end={() => setEnding(upload)} />
            ))}
          </ul>
        </section>
      )}
      {ending && <EndUpload upload={ending} close={() => setEnding(undefined)} />}
    </>
  );
}

function UnderWayRow({ upload, end }: { upload: UploadUnderWay; end: () => void }) {
  const { title, bytes, received, changed_at, expires_at } = upload;
  return (
    <li className={rows.row}>
      <div className={rows.words}>
        <span className={rows.title}>
          <bdi>{title}</bdi>
        </span>
        <Bar label={words.others.progress(title)} value={bytes === 0 ? 0 : received / bytes} />
        <span className={rows.detail}>
          <bdi>{sayWho(upload)}</bdi>, {words.others.received(formatBytes(received), formatBytes(bytes))}{" "}
          {received > 0 ? words.others.lastData(sayAgo(new Date(changed_at))) : words.others.nothingYet}{" "}
          {expires_at === null ? (
            words.others.isComplete
          ) : (
            <>
              {words.others.deletedOn} <time dateTime={expires_at}>{formatMoment(expires_at)}</time>{" "}
              {words.others.unlessComplete}
            </>
          )}
        </span>
      </div>
      <div className={rows.actions}>
        <Button
          ref={keepFocus}
          className={css.target}
          look="danger"
          aria-label={words.others.endThis(title)}
          onClick={end}
        >
          {words.others.end}
        </Button>
      </div>
    </li>
  );
}

function EndUpload({ upload, close }: { upload: UploadUnderWay; close: () => void }) {
  const queries = useQueryClient();
  const { id, title, received } = upload;
  const end = async () => {
    await call("endUpload", { params: { id } });
    showToast({ kind: "done", message: words.others.ended(title) });
    void queries.invalidateQueries({ queryKey: uploadsQuery.queryKey });
    void queries.invalidateQueries({ queryKey: storageQuery.queryKey });
  };
  return (
    <Confirm
      title={words.endUpload.title}
      label={words.endUpload.confirm}
      leaveLabel={words.endUpload.leave}
      act={end}
      close={close}
    >
      <p>
        “<bdi>{title}</bdi>”, {words.endUpload.by} <bdi>{sayWho(upload)}</bdi>.{" "}
        {received === 0 ? words.endUpload.nothingLost : words.endUpload.lost(formatBytes(received))}{" "}
        {words.endUpload.again}
      </p>
    </Confirm>
  );
}

function sayWho({ who, is_own }: UploadUnderWay): string {
  return is_own ? words.others.you : (who ?? words.others.formerMember);
}
