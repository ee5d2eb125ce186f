// What a button "⋯" opens: everything that can be done with a thing, and that is not done all the time. On a phone it is a
// sheet at the bottom, in reach of the thumb.
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from "react";
import { Link } from "react-router";
import css from "./menu.module.css";
import type { MenuItem, Open } from "./more.tsx";

const gap = 8;

interface MenuProps extends Open {
  name: string;
  /** The title of the sheet on a phone, where the row is out of sight. */
  heading?: string;
  items: readonly MenuItem[];
}

export function Menu({ name, heading, items, anchor, close }: MenuProps) {
  const menu = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState({ top: 0, right: 0 });
  useLayoutEffect(() => {
    const [shown, box] = [menu.current, anchor?.getBoundingClientRect()];
    if (!shown || !box) return;
    shown.showPopover();
    const below = box.bottom + gap + shown.offsetHeight <= innerHeight - gap;
    const above = Math.max(gap, box.top - gap - shown.offsetHeight);
    // oxlint-disable-next-line react/set-state-in-effect -- it can be measured only when it is there
    // at a button on the left it would go beyond the edge
    const right = Math.min(innerWidth - box.right, innerWidth - gap - shown.offsetWidth);
    setPlace({ top: below ? box.bottom + gap : above, right: Math.max(gap, right) });
    entriesOf(shown)[0]?.focus({ preventScroll: true });
  }, [anchor]);
  // the page scrolls below it, and its button is elsewhere; an event of before it was opened may come late
  useLayoutEffect(() => {
    const readTop = () => anchor?.getBoundingClientRect().top ?? 0;
    const from = readTop();
    const hide = ({ target }: Event) => {
      if (target !== menu.current && Math.abs(readTop() - from) > gap) menu.current?.hidePopover();
    };
    addEventListener("scroll", hide, { capture: true, passive: true });
    return () => removeEventListener("scroll", hide, { capture: true });
  }, [anchor]);
  const choose = (act?: () => void) => {
    // the focus goes back to the button: a dialog that opens next returns it there
    menu.current?.hidePopover();
    close();
    act?.();
  };
  return (
    <div
      ref={menu}
      popover="auto"
      role="menu"
      tabIndex={-1}
      aria-label={name}
      className={css.menu}
      style={place}
      onKeyDown={moveByKey}
      onToggle={(event) => event.newState === "closed" && close()}
    >
      {heading !== undefined && (
        <p className={css.heading} role="presentation">
          <bdi>{heading}</bdi>
        </p>
      )}
      {items.map((item) => (
        <Item key={item.label} item={item} choose={choose} />
      ))}
    </div>
  );
}

function Item({ item, choose }: { item: MenuItem; choose: (act?: () => void) => void }) {
  const shared = { role: "menuitem", tabIndex: -1, className: css.item, "data-danger": item.isDanger };
  if ("act" in item)
    return (
      <button type="button" {...shared} onClick={() => choose(item.act)}>
        {item.label}
      </button>
    );
  if ("download" in item)
    return (
      <a {...shared} href={item.download} download onClick={() => choose()}>
        {item.label}
      </a>
    );
  const { to, replace = false, state } = item;
  return (
    <Link {...shared} to={to} replace={replace} state={state} onClick={() => choose()}>
      {item.label}
    </Link>
  );
}

function entriesOf(menu: HTMLElement): HTMLElement[] {
  return [...menu.querySelectorAll<HTMLElement>("[role=menuitem]")];
}

/** Arrows, Home and End, and the first letter of a name. The player does not get these keys. */
function moveByKey(event: KeyboardEvent<HTMLElement>): void {
  const { key, currentTarget } = event;
  const all = entriesOf(currentTarget);
  const at = all.findIndex((one) => one === document.activeElement);
  const to = findTarget(key, at, all);
  if (key === "Tab") currentTarget.hidePopover();
  if (to === undefined) return;
  event.preventDefault();
  all[to]?.focus();
}

function findTarget(key: string, at: number, all: readonly HTMLElement[]): number | undefined {
  if (key === "ArrowDown") return (at + 1) % all.length;
  if (key === "ArrowUp") return (at + all.length - 1) % all.length;
  if (key === "Home") return 0;
  if (key === "End") return all.length - 1;
  if (key.length !== 1 || key === " ") return undefined;
  const starts = (one: HTMLElement) => one.textContent.toLowerCase().startsWith(key.toLowerCase());
  const after = all.findIndex((one, index) => index > at && starts(one));
  const first = all.findIndex(starts);
  return after !== -1 ? after : first !== -1 ? first : at;
}
