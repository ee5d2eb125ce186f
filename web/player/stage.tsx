// Everything inside the player's frame: the video or the artwork, messages over it, the waveform and the controls.
import { useQuery } from "@tanstack/react-query";
import { type PointerEvent, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { Media } from "#contract/media.ts";
import type { Video } from "#contract/video.ts";
import { formatDate } from "#web/dates.ts";
import { readPeaks } from "#web/peaks.ts";
import { setAudioOnly, usePersisted } from "#web/persisted.ts";
import { useSite } from "#web/session.ts";
import { Backdrop, Cover } from "./artwork.tsx";
import { Controls, type Way } from "#web/player/controls/controls.tsx";
import type { Engine } from "./engine/engine.ts";
import { nextRate, useHabits } from "./habits.ts";
import { Icon } from "#web/player/controls/icon.tsx";
import { KeySheet } from "#web/player/controls/key-sheet.tsx";
import type { Command } from "#web/player/controls/keys.ts";
import { Messages, type Verdict } from "./messages.tsx";
import { waveformQuery } from "#web/player/page/queries.ts";
import { Resumed } from "./resumed.tsx";
import { SeekBar } from "#web/player/seek/seek-bar.tsx";
import css from "./stage.module.css";
import { useFullscreen } from "#web/player/controls/use-fullscreen.ts";
import { useRemembering } from "./use-habits.ts";
import { useIdle } from "#web/player/controls/use-idle.ts";
import { useKeys } from "#web/player/controls/use-keys.ts";
import { useMoment } from "#web/player/page/use-moment.ts";
import { useMediaSession } from "./use-media-session.ts";
import { usePlayback } from "./use-playback.ts";
import { usePosition } from "./use-position.ts";
import { words } from "./words.ts";

interface Props {
  engine: Engine;
  video: Video;
  media: Media;
  previous: Way | null;
  next: Way | null;
  resumedAt: number;
  verdict: Verdict;
}

export function Stage({ engine, video, media, previous, next, resumedAt, verdict }: Props) {
  const frame = useRef<HTMLElement>(null);
  const audioOnly = usePersisted((persisted) => persisted.audioOnly);
  const isTheatre = useHabits((habits) => habits.isTheatre);
  const isPaused = usePlayback(engine, (playback) => playback.isPaused);
  const hasPicture = usePlayback(engine, (playback) => playback.hasPicture);
  const { site } = useSite();
  const look = audioOnly || !media.has_pictures ? "audio" : "video";
  const [isIdle, setIdle] = useIdle(frame, look === "video" && !isPaused);
  const [hasKeys, setKeys] = useState(false);
  const [isFullscreen, toggleFullscreen] = useFullscreen(frame, engine);
  const { loop, changeLoop, stepLoop, copyLink } = useMoment(engine);
  const peaks = usePeaks(video, media);
  useEffect(() => engine.setAudioOnly(look === "audio"), [engine, look]);
  useRemembering(engine);
  usePosition(engine, video.id);
  useMediaSession(engine, {
    title: video.title,
    archive: site?.name ?? "",
    artwork: media.thumbnail,
    previous: previous?.go ?? null,
    next: next?.go ?? null,
  });
  const toggleTheatre = () => useHabits.setState({ isTheatre: !isTheatre });
  useKeys((command) => {
    if (command.do === "fullscreen") toggleFullscreen();
    else if (command.do === "theatre") toggleTheatre();
    else if (command.do === "help") setKeys(true);
    // Audio Only has no picture to show them on
    else if (command.do === "captions" && look === "audio") return;
    else if (command.do === "audio-only") setAudioOnly(!audioOnly);
    else obey(engine, command);
  });
  const onPicture = (event: PointerEvent) => {
    if (event.pointerType === "touch") setIdle(!isIdle);
    // the browser needs the other buttons for its menu and for scrolling
    else if (event.button !== 0) return;
    else if (isPaused) engine.play();
    else engine.pause();
  };
  const face = { thumbnail: media.thumbnail, colour: video.dominant_color };
  return (
    <section ref={frame} className={css.stage} aria-label={words.player} data-look={look} data-idle={isIdle}>
      {(look === "audio" || !hasPicture) && <Backdrop {...face} />}
      <Screen engine={engine} isShown={look === "video" && hasPicture} />
      {look === "video" && (
        // For the pointer only: the keyboard has the button and the space bar.
        <div className={css.touch} onPointerUp={onPicture} onDoubleClick={toggleFullscreen} />
      )}
      {look === "video" && <BigPlay engine={engine} />}
      {look === "audio" && (
        <div className={css.cover}>
          <Cover {...face} peaks={readPeaks(video.peaks)} />
          <div className={css.words} aria-hidden="true">
            <p className={css.title}>
              {video.hidden && words.hiddenPrefix}
              <bdi>{video.title}</bdi>
            </p>
            <p className={css.date}>{formatDate(video)}</p>
          </div>
        </div>
      )}
      <Resumed engine={engine} at={resumedAt} />
      <div className={css.controls}>
        <SeekBar engine={engine} peaks={peaks} storyboard={media.storyboard} loop={loop} changeLoop={changeLoop} />
        <Controls
          {...{
            engine,
            previous,
            next,
            loop,
            stepLoop,
            copyLink,
            isTheatre,
            toggleTheatre,
            isFullscreen,
            toggleFullscreen,
          }}
          hasPictures={look === "video"}
          showKeys={() => setKeys(true)}
        />
      </div>
      <Messages engine={engine} verdict={verdict} />
      {hasKeys && <KeySheet close={() => setKeys(false)} />}
    </section>
  );
}

/** For mouse and touch only; the row below has the same button for everyone. */
function BigPlay({ engine }: { engine: Engine }) {
  const isPaused = usePlayback(engine, (playback) => playback.isPaused);
  return (
    <button
      type="button"
      className={css.big}
      data-paused={isPaused}
      tabIndex={-1}
      aria-hidden="true"
      onClick={() => (isPaused ? engine.play() : engine.pause())}
    >
      <Icon name={isPaused ? "play" : "pause"} />
    </button>
  );
}

function Screen({ engine, isShown }: { engine: Engine; isShown: boolean }) {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (place.current) engine.mount(place.current);
  }, [engine]);
  return <div ref={place} className={css.screen} data-shown={isShown} />;
}

/** The full waveform when it has loaded; before that the few peaks that come with the recording. */
function usePeaks(video: Video, media: Media): readonly number[] {
  const { data } = useQuery(waveformQuery(media.waveform));
  const [few] = useState(() => readPeaks(video.peaks));
  return data ?? few;
}

type Simple = Exclude<Command, { do: "fullscreen" | "theatre" | "help" | "audio-only" }>;

function obey(engine: Engine, command: Command | Simple): void {
  const { isPaused, isMuted, volume, rate, duration } = engine.store.getState();
  switch (command.do) {
    case "toggle":
      return isPaused ? engine.play() : engine.pause();
    case "skip":
      return engine.seek(engine.readTime() + command.seconds);
    case "jump":
      return engine.seek(duration * command.to);
    case "louder":
      if (isMuted) engine.setMuted(false);
      return engine.setVolume(Math.round((volume + command.by) * 100) / 100);
    case "mute":
      return engine.setMuted(!isMuted);
    case "slower":
      return engine.setRate(nextRate(rate, -1));
    case "faster":
      return engine.setRate(nextRate(rate, 1));
    case "captions":
      return engine.toggleCaptions();
    default:
  }
}
