// Short messages that come and go in the corner. Small enough to be part of the first page:
// the moment they are needed is often the moment when nothing more can be loaded.
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import { create } from "zustand";
import css from "./toast.module.css";

export interface Toast {
  kind: "error" | "done";
  message: string;
  /** For example Undo; the message goes away with it. */
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
    // Shown anew each time: the last thing to enter the top layer lies over an open dialog.
    region.current?.hidePopover();
    if (shown.length > 0) region.current?.showPopover();
  }, [shown]);
  return (
    <section ref={region} popover="manual" className={css.toasts} aria-label="Messages">
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
    // Whoever goes from control to control may be on the way to it, and needs longer than a hand.
    const onKey = ({ key }: KeyboardEvent) => key === "Tab" && restart();
    restart();
    document.addEventListener("keydown", onKey);
    return () => {
      clearTimeout(timer.current);
      document.removeEventListener("keydown", onKey);
    };
  }, []);
  return (
    // Reading or reaching for it stops the clock.
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
      <button type="button" className={css.close} aria-label="Close message" onClick={close}>
        <svg viewBox="0 0 16 16" aria-hidden="true">
          <path d="m4 4 8 8m0-8-8 8" />
        </svg>
      </button>
    </div>
  );
}

/** What goes away with the focus in it gives it back: to what had it when the message came, or to the page. */
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
        // where somebody has scrolled to meanwhile is where they are
        (isThere ? before : document.querySelector("main"))?.focus({ preventScroll: true });
      });
    };
  }, [before]);
  return card;
}

function hideToast(key: number): void {
  useToasts.setState(({ shown }) => ({ shown: shown.filter((toast) => toast.key !== key) }));
}
