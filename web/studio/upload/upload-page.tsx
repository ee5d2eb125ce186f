// The upload page: editors drop, choose or paste files, and follow each upload; then the queue that prepares them.
import { useEffect, useRef, useState, useId } from "react";
import { Button } from "#web/ui/button.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { keepFocus } from "#web/studio/keep-focus.ts";
import css from "./upload-page.module.css";
import { FieldsForAll } from "./fields.tsx";
import { IncomingFolder } from "./incoming.tsx";
import { readDrop, hasFiles } from "#web/studio/upload/sending/files.ts";
import { isFinished, isUnderWay, useUploads } from "./items.ts";
import { dismissFinished, offerFiles, recallOnce } from "#web/studio/upload/sending/line.ts";
import { UploadRow } from "./row.tsx";
import { words } from "./words.ts";
import { Queue } from "#web/studio/work/work.tsx";
import uploadDropCss from "./drop-zone.module.css";
import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import type { UploadUnderWay } from "#contract/studio.ts";
import { sayAgo } from "#web/ago.ts";
import { call } from "#web/api.ts";
import { Bar } from "#web/studio/bar.tsx";
import { Confirm } from "#web/studio/confirm.tsx";
import { formatBytes, formatMoment } from "#web/studio/format.ts";
import { storageQuery } from "#web/studio/queries.ts";
import rows from "#web/studio/rows.module.css";
import { wantsSignIn } from "#web/studio/sign-in-again.ts";
import uploadsUnderWayCss from "./under-way.module.css";

export function UploadPage() {
  return (
    <>
      <UploadDesk />
      <Queue />
      <IncomingFolder />
    </>
  );
}

function UploadDesk() {
  const { items, announcement } = useUploads();
  useEffect(() => void recallOnce(), []);
  useEffect(() => {
    const paste = ({ clipboardData }: ClipboardEvent) => {
      if (clipboardData && clipboardData.files.length > 0) void takeDrop(clipboardData);
    };
    document.addEventListener("paste", paste);
    return () => document.removeEventListener("paste", paste);
  }, []);
  const left = items.filter(isUnderWay).length;
  return (
    <section className={css.desk} aria-labelledby="upload-desk">
      <h2 id="upload-desk" className="visually-hidden" tabIndex={-1}>
        {words.desk.title}
      </h2>
      <UploadDrop
        isSmall={items.length > 0}
        take={(data) => void takeDrop(data)}
        choose={(files) => offerFiles(files.map((file) => ({ file })))}
      />
      <FieldsForAll />
      {items.length > 0 && (
        <>
          <div className={css.sum}>
            <p>{left > 0 ? words.desk.inProgress(left) : words.desk.noneInProgress}</p>
            {items.filter(isFinished).length > 1 && (
              <Button ref={keepFocus} size="small" look="quiet" onClick={dismissFinished}>
                {words.desk.clearFinished}
              </Button>
            )}
          </div>
          <ul className={css.rows} aria-label={words.desk.list}>
            {items.map((item) => (
              <UploadRow key={item.key} item={item} />
            ))}
          </ul>
        </>
      )}
      <UploadsUnderWay />
      <p className="visually-hidden" aria-live="polite">
        {announcement}
      </p>
    </section>
  );
}

async function takeDrop(data: DataTransfer): Promise<void> {
  const { offered, folders } = await readDrop(data);
  if (folders > 0) showToast({ kind: "error", message: words.desk.noFolders });
  offerFiles(offered);
}

interface Props {
  isSmall: boolean;
  take: (data: DataTransfer) => void;
  choose: (files: File[]) => void;
}

/** Filters the file dialog only; the server checks the content. */
const accepted = "video/*,audio/*,.mkv,.ts,.flv,.avi,.mov,.m4a,.flac,.ogg,.wav";

/** The area to drop files on, and a button to choose them. A drop anywhere on the page counts too. */
function UploadDrop({ isSmall, take, choose }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const taker = useRef(take);
  useEffect(() => void (taker.current = take), [take]);
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const over = (event: DragEvent) => {
      if (!hasFiles(event.dataTransfer)) return;
      // otherwise the browser opens the file instead of the page
      event.preventDefault();
      setOver(true);
    };
    const leave = (event: DragEvent) => event.relatedTarget === null && setOver(false);
    const drop = (event: DragEvent) => {
      setOver(false);
      if (!hasFiles(event.dataTransfer)) return;
      event.preventDefault();
      taker.current(event.dataTransfer);
    };
    const listening = new AbortController();
    const { signal } = listening;
    document.addEventListener("dragover", over, { signal });
    document.addEventListener("dragleave", leave, { signal });
    document.addEventListener("drop", drop, { signal });
    return () => listening.abort();
  }, []);
  return (
    <div className={uploadDropCss.zone} data-over={isOver} data-small={isSmall} data-testid="upload-drop">
      <svg className={uploadDropCss.sign} viewBox="0 0 48 48" aria-hidden="true">
        <path d="M24 31V10m-8 8 8-8 8 8M9 30v6a3 3 0 0 0 3 3h24a3 3 0 0 0 3-3v-6" />
      </svg>
      <div className={uploadDropCss.words}>
        <p className={uploadDropCss.title}>
          <span className={uploadDropCss.forMouse}>{isOver ? words.drop.now : words.drop.here}</span>
          <span className={uploadDropCss.forFinger}>{words.drop.add}</span>
        </p>
        <p className={uploadDropCss.hint}>
          <span className={uploadDropCss.forMouse}>{words.drop.orPaste}</span>
          {words.drop.limits}
        </p>
      </div>
      <Button look="lamp" onClick={() => input.current?.click()}>
        {words.drop.choose}
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={accepted}
        aria-label={words.drop.input}
        onChange={({ target }) => {
          choose([...(target.files ?? [])]);
          target.value = "";
        }}
      />
    </div>
  );
}

const refreshMs = 10_000;

const uploadsQuery = queryOptions({
  queryKey: ["uploads"],
  queryFn: async ({ signal }) => (await call("listUploads", { signal })).uploads,
  staleTime: 0,
  refetchInterval: ({ state }) => (wantsSignIn(state.error) ? false : refreshMs),
});

/**
 * Unfinished uploads on the server that this page is not sending: whose, how far, until when, and a button to end
 * them.
 */
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
      <p role="alert" className={uploadsUnderWayCss.failed}>
        {words.others.notLoaded} {error.message}{" "}
        <Button ref={keepFocus} className={uploadsUnderWayCss.target} busy={isFetching} onClick={() => void refetch()}>
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
          className={uploadsUnderWayCss.target}
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
