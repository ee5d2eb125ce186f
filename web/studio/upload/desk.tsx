// The upload page: editors drop, choose or paste files, and follow each upload; then the queue that prepares them.
import { useEffect } from "react";
import { Button } from "#web/ui/button.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { keepFocus } from "#web/studio/keep-focus.ts";
import css from "./desk.module.css";
import { UploadDrop } from "./drop-zone.tsx";
import { FieldsForAll } from "./fields.tsx";
import { IncomingFolder } from "./incoming.tsx";
import { readDrop } from "#web/studio/upload/sending/files.ts";
import { isFinished, isUnderWay, useUploads } from "./items.ts";
import { dismissFinished, offerFiles, recallOnce } from "#web/studio/upload/sending/line.ts";
import { UploadRow } from "./row.tsx";
import { UploadsUnderWay } from "./under-way.tsx";
import { words } from "./words.ts";
import { Queue } from "#web/studio/work/work.tsx";

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
