// What comes next in the queue, where it was made, and the way out of it.
import { Link } from "react-router";
import { formatLength } from "#web/duration.ts";
import { queueAddress } from "#web/lists/play.ts";
import { Button } from "#web/ui/button.tsx";
import upNext from "#web/player/page/up-next.module.css";
import type { Following, QueueEntry } from "./following.ts";
import css from "./queue-next.module.css";
import { words } from "./words.ts";

export function QueueNext({ following }: { following: Following }) {
  const { queue, current, go, leave } = following;
  const after = queue.entries.filter(({ place }) => place > current.place);
  return (
    <nav className={upNext.next} aria-label={words.heading}>
      <div className={css.head}>
        <h2 className={upNext.heading}>{words.heading}</h2>
        <Button size="small" onClick={leave}>
          {words.leave}
        </Button>
      </div>
      <p className={css.from}>
        <Link to={queue.from}>
          <bdi>{queue.title}</bdi>
        </Link>
        {", "}
        {words.position(queue.number, queue.total)}
      </p>
      {after.length === 0 && <p className={css.from}>{words.last}</p>}
      <ul className={upNext.list}>
        {after.map((entry) => (
          <li key={entry.place}>
            <NextEntry entry={entry} go={() => go(entry)} />
          </li>
        ))}
      </ul>
    </nav>
  );
}

function NextEntry({ entry, go }: { entry: QueueEntry; go: () => void }) {
  const { title, video_title, thumbnail_url, length, performance_id } = entry;
  return (
    <Link
      to={queueAddress(entry)}
      replace
      className={upNext.entry}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        go();
      }}
    >
      <span className={upNext.picture}>
        {thumbnail_url && <img src={thumbnail_url} alt="" loading="lazy" draggable={false} />}
        <span className={upNext.duration}>{formatLength(length)}</span>
      </span>
      <span className={css.words}>
        <span className={upNext.title}>
          <bdi>{title}</bdi>
        </span>
        {performance_id !== null && (
          <span className={css.recording}>
            <bdi>{video_title}</bdi>
          </span>
        )}
      </span>
    </Link>
  );
}
