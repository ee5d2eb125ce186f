// What comes next in the order of the list, then what comes before.
import { Link } from "react-router";
import type { VideoInList } from "#contract/video.ts";
import { formatLength } from "#web/duration.ts";
import { goDeeper } from "#web/player/controls/controls.tsx";
import css from "./up-next.module.css";
import { words } from "./words.ts";

const mostShown = 8;

interface Props {
  videos: readonly VideoInList[];
  current: number;
  depth: number;
}

export function UpNext({ videos, current, depth }: Props) {
  const around = [...videos.slice(current + 1), ...videos.slice(0, Math.max(0, current))]
    .filter(({ state }) => state === "published")
    .slice(0, mostShown);
  if (current === -1 || around.length === 0) return <div />;
  return (
    <nav className={css.next} aria-label={words.page.upNext}>
      <h2 className={css.heading}>{words.page.upNext}</h2>
      <ul className={css.list}>
        {around.map((video) => (
          <li key={video.id}>
            <Link to={`/video/${video.id}`} state={goDeeper(depth)} className={css.entry}>
              <span
                className={css.picture}
                style={video.dominant_color ? { backgroundColor: video.dominant_color } : {}}
              >
                {video.thumbnail_url && <img src={video.thumbnail_url} alt="" loading="lazy" draggable={false} />}
                <span className={css.duration}>
                  {video.locked && `${words.page.locked(video.locked.name)} `}
                  {formatLength(video.duration)}
                </span>
              </span>
              <span className={css.title}>
                {video.hidden && words.page.hiddenPrefix}
                <bdi>{video.title}</bdi>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
