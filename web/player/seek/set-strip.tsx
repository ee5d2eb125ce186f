// The whole concert as a strip below the waveform of one song: a stretch for each song, the current one lit.
import type { KeyboardEvent, MouseEvent } from "react";
import type { Engine } from "#web/player/engine/engine.ts";
import { useNowPlaying } from "#web/player/songs/now-playing.ts";
import { findBegun, type Song } from "#web/player/songs/songs.ts";
import { usePlayback } from "#web/player/use-playback.ts";
import css from "./set-strip.module.css";
import { seekWords as words } from "#web/player/page/words.ts";

interface Props {
  engine: Engine;
  songs: readonly Song[];
}

export function SetStrip({ engine, songs }: Props) {
  const duration = usePlayback(engine, (playback) => playback.duration);
  const begun = usePlayback(engine, ({ time }) => findBegun(songs, time));
  const playing = useNowPlaying(({ song }) => song);
  const percent = (seconds: number) => `${(seconds / duration) * 100}%`;
  const place = sayPlace(songs, begun);
  const [before, after] = [songs[begun - 1], songs[begun + 1]];
  const start = (song: Song | undefined) => song && engine.seek(song.at);
  const onKeyDown = (event: KeyboardEvent) => {
    const song = songs[keys[event.key]?.(begun, songs.length) ?? -1];
    if (!song || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    start(song);
  };
  const onClick = ({ clientX, currentTarget }: MouseEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    start(songs[Math.max(0, findBegun(songs, ((clientX - left) / width) * duration))]);
  };
  return (
    <div className={css.strip}>
      <div
        className={css.target}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an input cannot be a row of songs
        role="slider"
        tabIndex={0}
        aria-label={words.song}
        aria-valuemin={1}
        aria-valuemax={songs.length}
        aria-valuenow={Math.max(1, begun + 1)}
        aria-valuetext={words.songOf(songs[begun]?.title ?? "", place)}
        onKeyDown={onKeyDown}
        onClick={onClick}
      >
        {songs.map((song, index) => (
          <i
            key={song.at}
            title={song.title}
            data-is={song === playing ? "playing" : index <= begun ? "past" : "coming"}
            style={{ left: percent(song.at), right: `calc(100% - ${percent(song.to ?? duration)} + 2px)` }}
          />
        ))}
      </div>
      {/* for mouse and touch: the strip itself has the keys, and the buttons below the names */}
      <p className={css.names} aria-hidden="true">
        <Name song={before} start={start} />
        <b>{place}</b>
        <Name song={after} start={start} />
      </p>
    </div>
  );
}

function Name({ song, start }: { song: Song | undefined; start: (song: Song | undefined) => void }) {
  return (
    <button type="button" tabIndex={-1} onClick={() => start(song)}>
      <bdi>{song?.title}</bdi>
    </button>
  );
}

const keys: Record<string, (at: number, count: number) => number> = {
  ArrowLeft: (at) => at - 1,
  ArrowDown: (at) => at - 1,
  ArrowRight: (at) => at + 1,
  ArrowUp: (at) => at + 1,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/** "Song 5 of 12", where talk is not counted. */
export function sayPlace(songs: readonly Song[], begun: number): string {
  const count = (some: readonly Song[]) => some.filter(({ isSong }) => isSong).length;
  return songs[begun]?.isSong ? words.placeOf(count(songs.slice(0, begun + 1)), count(songs)) : "";
}
