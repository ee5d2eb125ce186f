// 'Edit metadata', a native modal dialog that a click beside it does not close.
import { useEffect, useRef } from "react";
import type { Video } from "#contract/video.ts";
import css from "./edit-dialog.module.css";
import { EditForm } from "./edit-form.tsx";
import { History } from "./history.tsx";
import { words } from "./words.ts";

export function EditDialog({ fetched, close }: { fetched: Video; close: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const guard = useRef<() => boolean>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog
      ref={dialog}
      className={css.dialog}
      aria-labelledby="edit-metadata"
      onClose={close}
      onCancel={(event) => {
        if (guard.current?.() === false) event.preventDefault();
      }}
    >
      <EditForm
        fetched={fetched}
        guard={guard}
        close={() => dialog.current?.close()}
        heading={<h2 id="edit-metadata">{words.dialog.heading}</h2>}
        more={<History id={fetched.id} />}
      />
    </dialog>
  );
}
