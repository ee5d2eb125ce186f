// The one row of every list: number, picture, title over where it is from, waveform, length, and what can be done with it. What
// plays is lit, with four bars in place of its number.
import type { ComponentProps, ReactNode } from "react";
import { Link } from "react-router";
import { formatClock } from "#web/duration.ts";
import { useIsAway } from "#web/memory/away.ts";
import type { Sounds } from "./sounds.ts";
import css from "./row.module.css";
import { Swipe } from "./swipe.tsx";
import { ListIcon } from "#web/lists/icon.tsx";
import type { Named } from "#web/lists/favourites.ts";
import { words } from "#web/lists/words.ts";

interface Props {
  /** Null: a place for it, but it has none. */
  number?: number | null | undefined;
  /** Undefined: this list has no pictures. */
  picture?: string | null | undefined;
  title: string;
  second?: ReactNode;
  /** In seconds. */
  length?: number | null | undefined;
  /** In place of the length. */
  end?: ReactNode;
  sounds?: Sounds;
  /** What a tap does: it plays, or opens a page. Neither: nothing. */
  main: Main;
  /** Before the row: what moves it. */
  grip?: ReactNode;
  wave?: ReactNode;
  tools?: ReactNode;
  /** What a swipe puts into the queue. */
  named?: Named | undefined;
  isQuiet?: boolean;
}

type Main =
  | { play: () => void; why?: undefined }
  | { play?: undefined; /** Why it can't be played. */ why: string | null }
  | { to: string; replace?: boolean; state?: unknown };

export function Row(props: Props) {
  const { number, picture, title, second, length, end, sounds = null, main, grip, wave, tools, named, isQuiet } = props;
  const isAway = useIsAway(named?.entry.video_id);
  const face = (
    <>
      {number !== undefined && (
        <span className={css.number} aria-hidden="true">
          {sounds ? <Bars sounds={sounds} /> : number}
        </span>
      )}
      {picture !== undefined && (
        <span className={css.picture}>
          {picture && <img src={picture} alt="" loading="lazy" draggable={false} />}
          {sounds && <Bars sounds={sounds} />}
        </span>
      )}
      <span className={css.words}>
        <span className={css.title} data-quiet={isQuiet}>
          <bdi>{title}</bdi>
          {sounds && <span className="visually-hidden"> ({words.row[sounds]})</span>}
          {isAway && <span className="visually-hidden"> ({words.row.away})</span>}
        </span>
        {second !== undefined && second !== "" && <small className={css.second}>{second}</small>}
      </span>
      {wave}
      {end ?? (length != null && <span className={css.length}>{formatClock(length)}</span>)}
    </>
  );
  const row = (
    <div
      className={css.row}
      data-away={isAway}
      data-sounds={sounds ?? undefined}
      {...(sounds && { "aria-current": "true" })}
    >
      {grip}
      <Face main={main}>{face}</Face>
      {tools}
    </div>
  );
  return named ? <Swipe named={named}>{row}</Swipe> : row;
}

function Face({ main, children }: { main: Main; children: ReactNode }) {
  if ("to" in main)
    return (
      <Link className={css.main} to={main.to} replace={main.replace ?? false} state={main.state}>
        {children}
      </Link>
    );
  if (!main.play && main.why === null) return <span className={css.main}>{children}</span>;
  return (
    <button
      type="button"
      className={css.main}
      disabled={!main.play}
      {...(main.why != null && { title: main.why })}
      onClick={() => main.play?.()}
    >
      <span className="visually-hidden">{words.list.playFrom} </span>
      {children}
    </button>
  );
}

/** They move only while it sounds. */
function Bars({ sounds }: { sounds: "playing" | "paused" }) {
  return (
    <span className={css.bars} data-sounds={sounds} aria-hidden="true">
      <i />
      <i />
      <i />
      <i />
    </span>
  );
}

/** What moves a row: dragged, or with the arrow keys. */
export function Handle({ title, ...rest }: { title: string } & Omit<ComponentProps<"button">, "title">) {
  return (
    <button
      type="button"
      {...rest}
      className={css.grip}
      data-drags
      aria-label={words.list.move(title)}
      title={words.list.moveHelp}
    >
      <ListIcon name="grip" />
    </button>
  );
}
