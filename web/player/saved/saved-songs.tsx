// The set list of a saved recording: each song starts at its moment. Without what needs the server.
import type { Video } from "#contract/video.ts";
import type { Engine } from "#web/player/engine/engine.ts";
import { useNowPlaying } from "#web/player/songs/now-playing.ts";
import css from "#web/player/songs/set-list.module.css";
import { useSongs } from "#web/player/songs/use-songs.ts";
import { words } from "#web/player/songs/words.ts";
import { formatClock } from "#web/duration.ts";
import own from "./saved-songs.module.css";

export function SavedSongs({ engine, video }: { engine: Engine; video: Video }) {
  const songs = useSongs(video);
  const playing = useNowPlaying(({ song }) => song?.at);
  if (songs.length === 0) return null;
  const start = (at: number) => {
    engine.seek(at);
    engine.play();
  };
  return (
    <section className={css.songs} aria-labelledby="set-list">
      <h2 id="set-list" className={css.heading}>
        {words.heading}
      </h2>
      <ol className={css.list}>
        {songs.map((song) => (
          <li key={song.at} className={css.entry} data-playing={song.at === playing}>
            <button
              type="button"
              className={`${css.main} ${own.song}`}
              {...(song.at === playing && { "aria-current": "true" })}
              onClick={() => start(song.at)}
            >
              <span className={css.time}>{formatClock(song.at, video.duration ?? 0)}</span>
              <span className={css.name} data-talk={!song.isSong}>
                <bdi>{song.title}</bdi>
              </span>
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}
