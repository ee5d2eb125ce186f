// The button "⋯" of a menu. The menu itself is loaded when it is opened, where that saves weight.
import { type ReactNode, useRef, useState } from "react";
import css from "./more.module.css";

export type MenuItem = { label: string; isDanger?: boolean } & (
  | { act: () => void }
  | { to: string; replace?: boolean; state?: unknown }
  /** A file. */
  | { download: string }
);

export interface Open {
  anchor: HTMLElement | null;
  close: () => void;
}

interface MoreProps {
  name: string;
  className?: string | undefined;
  /** The menu, rendered while it is open. */
  children: (open: Open) => ReactNode;
}

/** For a button that opens a menu, and for the menu; null while it is closed. */
export function useMenu() {
  const [anchor, ref] = useState<HTMLButtonElement | null>(null);
  const [isOpen, setOpen] = useState(false);
  // a press on the button closes the menu before the click arrives
  const wasOpen = useRef(false);
  const button = {
    ref,
    "aria-haspopup": "menu",
    "aria-expanded": isOpen,
    onPointerDown: () => {
      wasOpen.current = isOpen;
    },
    onClick: () => {
      setOpen(!wasOpen.current);
      wasOpen.current = false;
    },
  } as const;
  return { button, open: isOpen ? { anchor, close: () => setOpen(false) } : null };
}

export function More({ name, className = "", children }: MoreProps) {
  const { button, open } = useMenu();
  return (
    <>
      <button {...button} type="button" className={`${css.more} ${className}`} aria-label={name} title={name} data-more>
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d="M5.5 12h.01M12 12h.01M18.5 12h.01" />
        </svg>
      </button>
      {open && children(open)}
    </>
  );
}
