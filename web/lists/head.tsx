// The head of a page that has something to play: artwork, title, how much it is; Play, Shuffle, and one menu for all the rest.
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { LibraryList, PlayEntry, QueueStart } from "#contract/lists.ts";
import button from "#web/ui/button.module.css";
import { Menu } from "#web/ui/menu/menu.tsx";
import { type MenuItem, More } from "#web/ui/menu/more.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import { Cover } from "./cover.tsx";
import css from "./head.module.css";
import { ListIcon } from "./icon.tsx";
import { usePlay } from "./play.ts";
import { words } from "./words.ts";

interface Props {
  kind: ReactNode;
  title: string;
  facts: ReactNode;
  pictures: readonly string[];
  /** Missing: there is nothing to play. */
  from?: QueueStart["from"] | undefined;
  items: readonly MenuItem[];
  /** The one thing that is done often here, at the end of the row. */
  children?: ReactNode;
}

export function Head({ kind, title, facts, pictures, from, items, children }: Props) {
  return (
    <div className={css.head}>
      <Cover pictures={pictures} className={css.art} />
      <div className={css.words}>
        <p className={css.kind}>{kind}</p>
        <h1 className={css.title}>
          <bdi>{title}</bdi>
        </h1>
        <p className={css.facts}>{facts}</p>
      </div>
      <div className={css.acts}>
        {from && <PlayButtons from={from} />}
        {items.length > 0 && (
          <More name={words.menu.more(title)} className={css.more}>
            {(open) => <Menu name={words.menu.more(title)} heading={title} items={items} {...open} />}
          </More>
        )}
        <span className={css.last}>{children}</span>
      </div>
    </div>
  );
}

function PlayButtons({ from }: Pick<QueueStart, "from">) {
  const play = usePlay();
  return ([false, true] as const).map((shuffle) => {
    const name = shuffle ? words.play.shuffle : words.play.all;
    const isBusy = play.isPending && play.variables.shuffle === shuffle;
    return (
      <button
        key={name}
        type="button"
        className={css.round}
        data-lit={!shuffle}
        aria-label={name}
        title={name}
        aria-busy={isBusy || undefined}
        onClick={() => !play.isPending && play.mutate({ from, shuffle })}
      >
        {isBusy ? <Spinner /> : <ListIcon name={shuffle ? "shuffle" : "play"} />}
      </button>
    );
  });
}

export function sumUp(entries: readonly Pick<PlayEntry, "performance_id" | "length">[]): string {
  return sayMuch({
    entries: entries.length,
    songs: entries.filter(({ performance_id }) => performance_id !== null).length,
    seconds: entries.reduce((sum, { length }) => sum + (length ?? 0), 0),
  });
}

/** What an empty list offers. */
export function SongsLink() {
  return (
    <Link to="/songs" className={`${button.button} ${css.link}`} data-look="lamp">
      {words.list.lookAtSongs}
    </Link>
  );
}

/** 5 songs, 2 recordings · 1 h 16 min */
export function sayMuch({ entries, songs, seconds }: Pick<LibraryList, "entries" | "songs" | "seconds">): string {
  const recordings = entries - songs;
  const counted = [
    ...(songs > 0 || recordings === 0 ? [words.sum.songs(songs)] : []),
    ...(recordings > 0 ? [words.sum.recordings(recordings)] : []),
  ].join(", ");
  return seconds < 1 ? counted : `${counted} · ${sayLength(seconds)}`;
}

export function sayLength(seconds: number): string {
  const minutes = Math.round(seconds / 60);
  if (minutes === 0) return words.sum.seconds(Math.round(seconds));
  return minutes < 60 ? words.sum.minutes(minutes) : words.sum.hours(Math.floor(minutes / 60), minutes % 60);
}
