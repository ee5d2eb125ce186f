// The set list of a saved recording: each song starts at its moment. Without what needs the server.
import type { Video } from "#contract/video.ts";
import rows from "#web/lists/rows/row.module.css";
import { Row } from "#web/lists/rows/row.tsx";
import { usePlaying } from "#web/place.ts";
import type { Engine } from "#web/player/engine/engine.ts";
import { useNowPlaying } from "#web/player/songs/now-playing.ts";
import css from "#web/player/songs/set-list.module.css";
import { useSongs } from "#web/player/songs/use-songs.ts";
import { words } from "#web/player/songs/words.ts";

export function SavedSongs({ engine, video }: { engine: Engine; video: Video }) {
  const songs = useSongs(video);
  const playing = useNowPlaying(({ song }) => song?.at);
  const isPaused = usePlaying((told) => told.isPaused);
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
      <ol className={rows.rows}>
        {songs.map(({ at, to, title, isSong }, index) => (
          <li key={at}>
            <Row
              number={index + 1}
              title={title}
              isQuiet={!isSong}
              length={(to ?? video.duration ?? at) - at}
              sounds={at !== playing ? null : isPaused ? "paused" : "playing"}
              main={{ play: () => start(at) }}
            />
          </li>
        ))}
      </ol>
    </section>
  );
}
