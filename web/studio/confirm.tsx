// The question before something that cannot be taken back: says what and how many, and begins on the harmless answer.
import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useEffect, useId, useRef } from "react";
import { Button } from "#web/ui/button.tsx";
import css from "./confirm.module.css";
import { Failure } from "./failure.tsx";

interface Props {
  title: string;
  children: ReactNode;
  /** What the button says: the act itself, never "OK". */
  label: string;
  act: () => Promise<unknown>;
  close: () => void;
}

export function Confirm({ title, children, label, act, close }: Props) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  // At once, and not only when the browser tells that it was closed: by then it may have been asked for again.
  const leave = () => {
    // The dialog first: it gives the focus back.
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
        {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- the question wants an answer, and this one loses nothing */}
        <Button autoFocus look="quiet" onClick={leave}>
          Cancel
        </Button>
        <Button look="danger" busy={acting.isPending} onClick={() => acting.mutate()}>
          {label}
        </Button>
      </div>
    </dialog>
  );
}
