// The player for a recording that is saved in this browser: its file, without the network.
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useLayoutEffect, useState } from "react";
import { Link, NavigationType, useSearchParams } from "react-router";
import type { Media } from "#contract/media.ts";
import type { SetListEntry } from "#contract/songs.ts";
import type { Video } from "#contract/video.ts";
import { usePersisted } from "#web/memory/persisted.ts";
import { setListQuery } from "#web/set-list-query.ts";
import type { Way } from "#web/player/controls/controls.tsx";
import { Icon } from "#web/player/controls/icon.tsx";
import { announce } from "#web/player/current-engine.ts";
import { type Engine, takeEngine } from "#web/player/engine/engine.ts";
import { About } from "#web/player/page/about.tsx";
import css from "#web/player/page/page.module.css";
import { waveformQuery } from "#web/waveform-query.ts";
import { readMoment } from "#web/player/page/moment.ts";
import { chooseStart } from "#web/player/page/start.ts";
import { usePlace, usePlaying } from "#web/place.ts";
import { Stage } from "#web/player/stage.tsx";
import rows from "#web/lists/rows/row.module.css";
import { Row } from "#web/lists/rows/row.tsx";
import { useNowPlaying } from "#web/player/songs/now-playing.ts";
import savedSongsCss from "#web/player/songs/set-list.module.css";
import { useSongs } from "#web/player/songs/use-songs.ts";
import { setListWords as words } from "#web/player/page/words.ts";

interface Props {
  video: Video;
  /** Its addresses are of files in this browser. */
  media: Media & { audio: NonNullable<Media["audio"]>; file: string | null };
  entries: readonly SetListEntry[];
  peaks: readonly number[];
  previous: Way | null;
  next: Way | null;
  back: { to: string; name: string };
  /** The server has refused this recording, or this person. */
  onRefused: () => void;
}

/** Give it the recording's id as its key. */
export function SavedPlayer({ video, media, entries, peaks, previous, next, back, onRefused }: Props) {
  const queries = useQueryClient();
  const { show, navigation } = usePlace();
  const [query] = useSearchParams();
  const audioOnly = usePersisted((persisted) => persisted.audioOnly);
  const [made, setMade] = useState<{ engine: Engine; resumedAt: number }>();
  const refuse = useEffectEvent(onRefused);
  const begin = useEffectEvent(() => {
    // what the player would ask the server is known already
    queries.setQueryData(setListQuery(video.id).queryKey, (newer) => newer ?? { revision: 0, entries: [...entries] });
    queries.setQueryData(waveformQuery(media.waveform).queryKey, {
      interval: (video.duration ?? 0) / Math.max(1, peaks.length),
      peaks: peaks.map((peak) => peak / 255),
    });
    // in the bar after a reload somebody has to press Play, as everywhere
    const shouldPlay = show !== "bar" || navigation === NavigationType.Push;
    const { at } = readMoment(query);
    const start = chooseStart(video, media, { asked: at, shouldPlay });
    const engine = takeEngine(media, start);
    const forget = announce(engine, { id: video.id, hasPlayed: show === "bar" });
    return {
      engine: { ...engine, heed: heedFor(engine, () => refuse()) },
      resumedAt: at === null ? start.position : 0,
      forget,
    };
  });
  const engine = made?.engine;
  const goOn = useEffectEvent(() => next?.go());
  useEffect(
    () =>
      engine?.store.subscribe((now, before) => {
        if (now.isEnded && !before.isEnded) goOn();
      }),
    [engine],
  );
  useLayoutEffect(() => {
    const { forget, ...now } = begin();
    // oxlint-disable-next-line react/set-state-in-effect -- it owns elements: created and destroyed with the page
    setMade(now);
    return () => {
      setMade(undefined);
      forget();
      now.engine.destroy();
    };
  }, []);
  return (
    <div className={css.page} data-show={show}>
      <div className={css.player}>
        {made && <Stage {...made} {...{ video, media, previous, next }} verdict={null} />}
      </div>
      {show === "page" && (
        <>
          <div className={css.about}>
            <Link className={css.back} to={back.to}>
              <Icon name="left" />
              {back.name}
            </Link>
            <About
              songs={entries}
              video={{ ...video, media: undefined }}
              isTitleShown={media.has_pictures && !audioOnly}
              tools={null}
            />
          </div>
          <div className={css.beside}>{made && <SavedSongs engine={made.engine} video={video} />}</div>
        </>
      )}
    </div>
  );
}

/** Positions are sent while it plays and there is a connection: their answers tell whether it may still be heard. */
function heedFor({ heed }: Engine, refuse: () => void): Engine["heed"] {
  return (status) => {
    heed(status);
    if ([401, 403, 404].includes(status)) refuse();
  };
}

/** The set list of a saved recording: each song starts at its moment. Without what needs the server. */
function SavedSongs({ engine, video }: { engine: Engine; video: Video }) {
  const songs = useSongs(video);
  const playing = useNowPlaying(({ song }) => song?.at);
  const isPaused = usePlaying((told) => told.isPaused);
  if (songs.length === 0) return null;
  const start = (at: number) => {
    engine.seek(at);
    engine.play();
  };
  return (
    <section className={savedSongsCss.songs} aria-labelledby="set-list">
      <h2 id="set-list" className={savedSongsCss.heading}>
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
