// The search in the header: on the home page it filters as you type, elsewhere Enter goes to the home page. '/' focuses it.
import { useEffect, useRef } from "react";
import { useLocation, useNavigate } from "react-router";
import css from "./search-box.module.css";
import { useFilter } from "./use-filter.ts";
import { words } from "./words.ts";

/** Browsers limit how often the address may change; this is shorter than the time between two keys. */
const restMs = 80;

export function SearchBox() {
  "use no memo"; // cheap, and remembering its parts would make the first visit larger
  const input = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const { filter, change } = useFilter();
  const navigate = useNavigate();
  const isHome = useLocation().pathname === "/";
  const sought = isHome ? filter.q : "";
  useEffect(() => {
    // While somebody types, the address is a moment behind the box.
    if (input.current && document.activeElement !== input.current) input.current.value = sought;
  }, [sought]);
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
  const seek = (q: string) => {
    clearTimeout(timer.current);
    if (isHome) timer.current = setTimeout(() => change({ q }), restMs);
  };
  const clear = () => {
    if (!input.current) return;
    input.current.value = "";
    seek("");
  };
  return (
    <search className={css.search} data-active={sought !== ""}>
      <form
        className={css.form}
        onSubmit={(event) => {
          event.preventDefault();
          const q = input.current?.value.trim() ?? "";
          if (!isHome && q !== "") void navigate(`/?${new URLSearchParams({ q })}`);
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
          aria-label={words.search.label}
          aria-keyshortcuts="/"
          placeholder={words.search.placeholder}
          defaultValue={sought}
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          enterKeyHint="search"
          onChange={(event) => seek(event.target.value)}
          onKeyDown={(event) => {
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
          aria-label={words.search.clear}
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
