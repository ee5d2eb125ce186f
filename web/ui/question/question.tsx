// The question before something that cannot be undone: says what is lost, and the focus begins on Cancel.
import { useMutation } from "@tanstack/react-query";
import { type ComponentType, type ReactNode, useEffect, useId, useRef } from "react";
import { Button } from "#web/ui/button.tsx";
import css from "./question.module.css";
import { words } from "#web/ui/words.ts";

export interface Asked {
  title: string;
  children: ReactNode;
  /** Names what happens, never "OK". */
  label: string;
  /** For a question where "Cancel" could mean either button. */
  leaveLabel?: string;
  act: () => Promise<unknown>;
  /** Shows why that failed. */
  Failure?: ComponentType<{ problem: Error }>;
  close: () => void;
}

export function Question({ title, children, label, leaveLabel = words.cancel, act, Failure = Refused, close }: Asked) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  // Called directly, not by the close event, which comes later: by then the dialog may have been opened again.
  const leave = () => {
    // The dialog first: closing it returns the focus.
    dialog.current?.close();
    close();
  };
  const acting = useMutation({ mutationFn: act, onSuccess: leave });
  return (
    <dialog
      ref={dialog}
      className={css.dialog}
      role="alertdialog"
      aria-labelledby={`${id}title`}
      aria-describedby={`${id}words`}
      onCancel={(event) => {
        event.preventDefault();
        leave();
      }}
    >
      <div className={css.words}>
        <h2 id={`${id}title`}>{title}</h2>
        <div id={`${id}words`}>{children}</div>
        {acting.error && <Failure problem={acting.error} />}
      </div>
      <div className={css.foot}>
        {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- a dialog needs the focus, and Cancel loses nothing */}
        <Button autoFocus look="quiet" onClick={leave}>
          {leaveLabel}
        </Button>
        <Button look="danger" busy={acting.isPending} onClick={() => acting.mutate()}>
          {label}
        </Button>
      </div>
    </dialog>
  );
}

function Refused({ problem }: { problem: Error }) {
  return <p role="alert">{problem.message}</p>;
}
