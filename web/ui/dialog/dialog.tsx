// The one dialog of the page: a native modal with a heading, parts that scroll, and buttons that stay in sight.
// A click beside it does not close it. It is open while it is mounted; closing it returns the focus.
import { type ReactNode, type Ref, useId, useImperativeHandle, useLayoutEffect, useRef } from "react";
import css from "./dialog.module.css";

interface Props {
  /** Closes it at once, so that the focus is back before it is moved on. */
  ref?: Ref<{ close: () => void }>;
  title: ReactNode;
  children: ReactNode;
  /** The buttons; without it the children bring a `Pane` of their own. */
  foot?: ReactNode;
  close: () => void;
  /** Whether Escape may close it; if not, it asks what becomes of the changes. */
  mayClose?: () => boolean;
  submit?: () => void;
  width?: "narrow" | "wide";
  /** A question: screen readers read the parts, too. */
  isQuestion?: boolean;
  /** The focus begins on the dialog: in a text field, a phone's keyboard would cover the rest. */
  isCalm?: boolean;
}

export function Dialog({ ref, title, children, foot, close, mayClose, submit, width, ...is }: Props) {
  const { isQuestion, isCalm = false } = is;
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    if (isCalm) shown?.focus();
    return () => shown?.close();
  }, [isCalm]);
  useImperativeHandle(ref, () => ({ close: () => dialog.current?.close() }));
  return (
    <dialog
      ref={dialog}
      className={css.dialog}
      data-width={width}
      tabIndex={isCalm ? -1 : undefined}
      role={isQuestion ? "alertdialog" : undefined}
      aria-labelledby={id}
      aria-describedby={isQuestion ? `${id}parts` : undefined}
      onCancel={(event) => {
        // a file chooser inside of it says the same
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        if (mayClose?.() ?? true) close();
      }}
      // a browser that is asked twice closes it without asking us
      onClose={(event) => event.target === event.currentTarget && !event.currentTarget.open && close()}
    >
      <h2 id={id}>{title}</h2>
      {foot === undefined ? (
        children
      ) : (
        <Pane id={`${id}parts`} foot={foot} submit={submit}>
          {children}
        </Pane>
      )}
    </dialog>
  );
}

interface PaneProps {
  id?: string;
  children: ReactNode;
  foot: ReactNode;
  submit?: (() => void) | undefined;
}

/** A form in a dialog or beside the page: its parts scroll, its buttons stay in sight. */
export function Pane({ id, children, foot, submit }: PaneProps) {
  const parts = (
    <>
      <div id={id} className={css.parts}>
        {children}
      </div>
      {foot && <div className={css.foot}>{foot}</div>}
    </>
  );
  if (!submit) return <div className={css.pane}>{parts}</div>;
  return (
    <form
      className={css.pane}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {parts}
    </form>
  );
}
