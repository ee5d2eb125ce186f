// The way around the studio: a column on wide screens; on narrow ones a button with the name of the page, which opens it as a menu.
import { useEffect, useId, useRef } from "react";
import { Link } from "react-router";
import css from "./rail.module.css";
import { words } from "./words.ts";

interface RailPage {
  address: string;
  name: string;
  /** How many things wait there for somebody. */
  count?: number | undefined;
}

interface RailGroup {
  name: string;
  /** An icon of 20 by 20, drawn with one line. */
  sign: string;
  pages: readonly RailPage[];
}

interface Props {
  groups: readonly RailGroup[];
  /** The address of the page that is shown. */
  current: string | undefined;
}

export function Rail({ groups, current }: Props) {
  const id = useId();
  const nav = useRef<HTMLElement>(null);
  useEffect(() => {
    // the menu of a phone has led somewhere
    if (current !== undefined) nav.current?.hidePopover();
  }, [current]);
  const here = groups.find((group) => isIn(group, current));
  const page = here?.pages.find(({ address }) => address === current);
  return (
    <>
      <button type="button" className={css.open} popoverTarget={id}>
        <Sign line={here?.sign ?? ""} />
        <span>
          <span className="visually-hidden">{words.menu} </span>
          {here && page && (here.pages.length > 1 ? words.place(here.name, page.name) : page.name)}
        </span>
        <Sign line="m5 8 5 5 5-5" />
      </button>
      <nav ref={nav} id={id} popover="auto" className={css.rail} aria-label={words.title}>
        <ul>
          {groups.map((group) => (
            <Group key={group.name} group={group} current={current} />
          ))}
        </ul>
      </nav>
    </>
  );
}

/** The group itself leads to its first page. On wide screens only the group that one is in shows its pages. */
function Group({ group, current }: { group: RailGroup; current: string | undefined }) {
  const { name, sign, pages } = group;
  const [first, ...others] = pages;
  if (!first) return null;
  const isAlone = others.length === 0;
  const count = pages.reduce((sum, page) => sum + (page.count ?? 0), 0);
  return (
    <li className={css.group} data-here={isIn(group, current) || undefined}>
      <Link to={first.address} className={css.head} aria-current={isAlone && isIn(group, current) ? "page" : undefined}>
        <Sign line={sign} />
        {name} <Count count={count} />
      </Link>
      {!isAlone && (
        <ul className={css.pages}>
          {pages.map((page) => (
            <li key={page.address}>
              <Link to={page.address} className={css.page} aria-current={page.address === current ? "page" : undefined}>
                {page.name} <Count count={page.count ?? 0} />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

function Count({ count }: { count: number }) {
  return (
    count > 0 && (
      <span className={css.count}>
        {count.toLocaleString()} <span className="visually-hidden">{words.waiting}</span>
      </span>
    )
  );
}

function Sign({ line }: { line: string }) {
  return (
    <svg className={css.sign} viewBox="0 0 20 20" aria-hidden="true">
      <path d={line} />
    </svg>
  );
}

function isIn({ pages }: RailGroup, current: string | undefined): boolean {
  return pages.some(({ address }) => address === current);
}
