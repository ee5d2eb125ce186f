// Short messages that come and go in the corner. Small enough to be part of the first page:
// the moment they are needed is often the moment when nothing more can be loaded.
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import { create } from "zustand";
import css from "./toast.module.css";
import { words } from "./words.ts";

interface Toast {
  kind: "error" | "done";
  message: string;
  /** A button such as Undo; the message goes away with it. */
  action?: { label: string; run: () => void };
}

const useToasts = create<{ shown: readonly (Toast & { key: number })[] }>(() => ({ shown: [] }));
const lifetime = 8000;
let lastKey = 0;

export function showToast(toast: Toast): void {
  const key = ++lastKey;
  useToasts.setState(({ shown }) => ({ shown: [...shown.slice(-3), { ...toast, key }] }));
}

export function Toasts() {
  const { shown } = useToasts();
  const region = useRef<HTMLElement>(null);
  useEffect(() => {
    // Opened again each time: only what entered the top layer last is above an open dialog.
    region.current?.hidePopover();
    if (shown.length > 0) region.current?.showPopover();
  }, [shown]);
  return (
    <section ref={region} popover="manual" className={css.toasts} aria-label={words.toasts.region}>
      {shown.map((toast) => (
        <ToastCard key={toast.key} toast={toast} close={() => hideToast(toast.key)} />
      ))}
    </section>
  );
}

function ToastCard({ toast, close }: { toast: Toast; close: () => void }) {
  const card = useFocusGivenBack();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const closer = useRef(close);
  const stop = () => clearTimeout(timer.current);
  const start = () => {
    stop();
    timer.current = setTimeout(() => closer.current(), lifetime);
  };
  const restart = useEffectEvent(start);
  useEffect(() => {
    // Somebody who presses Tab may be on the way to the message, and needs longer than with a pointer.
    const onKey = ({ key }: KeyboardEvent) => key === "Tab" && restart();
    restart();
    document.addEventListener("keydown", onKey);
    return () => {
      clearTimeout(timer.current);
      document.removeEventListener("keydown", onKey);
    };
  }, []);
  return (
    // Pointing at it or focusing it stops the timer.
    <div
      ref={card}
      className={css.toast}
      data-kind={toast.kind}
      role={toast.kind === "error" ? "alert" : "status"}
      onPointerEnter={stop}
      onPointerLeave={start}
      onFocus={stop}
      onBlur={start}
    >
      <span className={css.message}>{toast.message}</span>
      {toast.action && (
        <button
          type="button"
          className={css.action}
          onClick={() => {
            toast.action?.run();
            close();
          }}
        >
          {toast.action.label}
        </button>
      )}
      <button type="button" className={css.close} aria-label={words.toasts.close} onClick={close}>
        <svg viewBox="0 0 16 16" aria-hidden="true">
          <path d="m4 4 8 8m0-8-8 8" />
        </svg>
      </button>
    </div>
  );
}

/** A message that closes with the focus in it returns the focus: to where it was when the message came, or to the page. */
function useFocusGivenBack() {
  const card = useRef<HTMLDivElement>(null);
  const [before] = useState(() => document.activeElement);
  useLayoutEffect(() => {
    const { current } = card;
    return () => {
      if (!current?.contains(document.activeElement)) return;
      queueMicrotask(() => {
        if (document.activeElement !== document.body) return;
        const isThere = before instanceof HTMLElement && before.isConnected && before !== document.body;
        // somebody may have scrolled in the meantime, and stays there
        (isThere ? before : document.querySelector("main"))?.focus({ preventScroll: true });
      });
    };
  }, [before]);
  return card;
}

function hideToast(key: number): void {
  useToasts.setState(({ shown }) => ({ shown: shown.filter((toast) => toast.key !== key) }));
}
