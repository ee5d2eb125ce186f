// The search in the header: from the first letter on it opens the results, and they follow what is typed. '/' focuses it.
import { useEffect, useRef } from "react";
import { useLocation, useNavigate } from "react-router";
import css from "./box.module.css";
import { boxWords } from "./box-words.ts";

/** Browsers limit how often the address may change; this is shorter than the time between two keys. */
const restMs = 80;

interface Props {
  /** Loads the code of the results, before the first letter. */
  warm: () => void;
}

/** Where the arrow key leads from the box: the page of results says it. */
export const firstResult: { focus: (() => void) | undefined } = { focus: undefined };

export function SearchBox({ warm }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const isOpen = pathname === "/search";
  const query = new URLSearchParams(isOpen ? search : "");
  const sought = query.get("q") ?? "";
  useEffect(() => {
    // While somebody types, the address is a moment behind the box.
    if (input.current && (document.activeElement !== input.current || !isOpen)) input.current.value = sought;
  }, [sought, isOpen]);
  useEffect(() => {
    document.addEventListener("keydown", focusSearch);
    return () => {
      document.removeEventListener("keydown", focusSearch);
      clearTimeout(timer.current);
    };
    function focusSearch(event: KeyboardEvent) {
      if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      if (document.querySelector("dialog[open]")) return;
      event.preventDefault();
      input.current?.focus();
      input.current?.select();
    }
  }, []);
  const seek = (q: string, wait = restMs, entered = false) => {
    clearTimeout(timer.current);
    if (!isOpen && q.trim() === "") return;
    if (q.trim() === "") query.delete("q");
    else query.set("q", q);
    const go = () => void navigate(`/search?${query}`, { replace: isOpen, state: { entered } });
    // the first letter opens the page at once
    if (isOpen && wait > 0) timer.current = setTimeout(go, wait);
    else go();
  };
  const clear = () => {
    if (!input.current) return;
    input.current.value = "";
    seek("");
  };
  return (
    <search className={css.search} data-open={isOpen}>
      <form
        className={css.form}
        onSubmit={(event) => {
          event.preventDefault();
          seek(input.current?.value ?? "", 0, true);
          // a phone hides its keyboard
          input.current?.blur();
        }}
      >
        <svg className={css.sign} viewBox="0 0 20 20" aria-hidden="true">
          <circle cx="9" cy="9" r="5.5" />
          <path d="m13.2 13.2 4 4" />
        </svg>
        <input
          ref={input}
          className={css.input}
          type="search"
          dir="auto"
          aria-label={boxWords.label}
          aria-keyshortcuts="/"
          placeholder={boxWords.placeholder}
          defaultValue={sought}
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          enterKeyHint="search"
          onFocus={warm}
          onChange={(event) => seek(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === "ArrowDown" && firstResult.focus) {
              event.preventDefault();
              firstResult.focus();
            }
            if (event.key !== "Escape") return;
            // The first Escape clears the search, the next one removes the focus.
            event.preventDefault();
            if (event.currentTarget.value === "") event.currentTarget.blur();
            else clear();
          }}
        />
        <kbd className={css.key} aria-hidden="true">
          /
        </kbd>
        <button
          type="button"
          className={css.clear}
          aria-label={boxWords.clear}
          onClick={() => {
            clear();
            input.current?.focus();
          }}
        >
          <svg viewBox="0 0 16 16" aria-hidden="true">
            <path d="m4 4 8 8m0-8-8 8" />
          </svg>
        </button>
      </form>
    </search>
  );
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && target.matches("input:not([type=checkbox]), textarea, select, [contenteditable]")
  );
}
