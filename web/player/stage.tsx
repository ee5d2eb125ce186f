// Everything inside the player's frame: the video or the artwork, messages over it, the waveform and the controls.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import {
  type ComponentType,
  lazy,
  type PointerEvent,
  Suspense,
  useDeferredValue,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import type { Media } from "#contract/media.ts";
import type { Video } from "#contract/video.ts";
import { readPeaks } from "#web/peaks.ts";
import { setAudioOnly, usePersisted } from "#web/memory/persisted.ts";
import { toggleFavourite } from "#web/lists/favourites.ts";
import { formatClock } from "#web/duration.ts";
import { showToast } from "#web/ui/toast.tsx";
import { useSite } from "#web/session.ts";
import { Bar } from "#web/player/bar/bar.tsx";
import { Backdrop, Cover, nameFavourite, Sleeve } from "./artwork.tsx";
import { Captions } from "#web/player/captions/captions.tsx";
import { Controls, useTimes, type Way } from "#web/player/controls/controls.tsx";
import type { Engine } from "#web/player/engine/engine.ts";
import { useHabits } from "./habits.ts";
import { Icon } from "#web/player/controls/icon.tsx";
import { KeySheet } from "#web/player/controls/key-sheet.tsx";
import { Messages, useTrouble, type Verdict } from "./messages.tsx";
import { waveformQuery } from "#web/waveform-query.ts";
import { usePlace } from "#web/place.ts";
import { Resumed } from "./resumed.tsx";
import { runCommand } from "#web/player/controls/run-command.ts";
import { ScrubPanel } from "#web/player/touch/scrub-panel.tsx";
import { useNowPlaying, useTellPlaying } from "#web/player/songs/now-playing.ts";
import { findBegun, findPlaying, findStep, type Part, type Song } from "#web/player/songs/songs.ts";
import { useSongs } from "#web/player/songs/use-songs.ts";
import type { Following } from "#web/player/queue/following.ts";
import { stepQueue, useQueue } from "#web/player/queue/use-queue.ts";
import { SeekBar } from "#web/player/seek/seek-bar.tsx";
import { sayPlace, SetStrip } from "#web/player/seek/set-strip.tsx";
import css from "./stage.module.css";
import { useFullscreen } from "#web/player/controls/use-fullscreen.ts";
import { useRemembering } from "./use-habits.ts";
import { useIdle } from "#web/player/controls/use-idle.ts";
import { useKeys } from "#web/player/controls/use-keys.ts";
import type { Loop } from "#web/player/page/moment.ts";
import { useMoment } from "#web/player/page/use-moment.ts";
import { useMediaSession } from "./use-media-session.ts";
import { usePlayback } from "./use-playback.ts";
import { usePosition } from "./use-position.ts";
import { isFinger } from "#web/player/touch/use-gestures.ts";
import { useTouch, type Skipped } from "#web/player/touch/use-touch.ts";
import { words as controlWords } from "#web/player/controls/words.ts";
import { words } from "./words.ts";
import feedbackCss from "#web/player/touch/feedback.module.css";
import { words as touchWords } from "#web/player/touch/words.ts";

const ShareDialog = onDemand(async () => (await import("#web/player/share/share-dialog.tsx")).ShareDialog);
const QueuePanel = onDemand(async () => (await import("#web/player/queue/panel.tsx")).QueuePanel);
const ScreenPanel = onDemand(async () => (await import("#web/player/screen/screen-panel.tsx")).ScreenPanel);

/** Where a part can't be loaded, perhaps because there is a new version, what plays goes on. */
function onDemand<P extends object>(load: () => Promise<ComponentType<P>>) {
  const instead = (): ComponentType<P> => {
    showToast({ kind: "error", message: words.notLoaded });
    return () => null;
  };
  return lazy(async () => ({ default: await load().catch(instead) }));
}

interface Props {
  engine: Engine;
  video: Video;
  media: Media;
  previous: Way | null;
  next: Way | null;
  following?: Following | null;
  resumedAt: number;
  verdict: Verdict;
}

export function Stage({ engine, video, media, previous, next, following = null, resumedAt, verdict }: Props) {
  const frame = useRef<HTMLElement>(null);
  const queries = useQueryClient();
  const audioOnly = usePersisted((persisted) => persisted.audioOnly);
  const isTheatre = useHabits((habits) => habits.isTheatre);
  const isPaused = usePlayback(engine, (playback) => playback.isPaused);
  const hasPicture = usePlayback(engine, (playback) => playback.hasPicture);
  const { site } = useSite();
  const look = audioOnly || !media.has_pictures ? "audio" : "video";
  const isBar = usePlace().show === "bar";
  const [isIdle, setIdle] = useIdle(frame, look === "video" && !isPaused && !isBar);
  const message = useTrouble(engine, verdict);
  const [hasQueue, setQueue] = useState(false);
  const isFirst = useIsFirst(isBar);
  const [hasKeys, setKeys] = useState(false);
  const [isSharing, setSharing] = useState(false);
  const [isFullscreen, toggleFullscreen] = useFullscreen(frame, engine);
  const { loop, changeLoop, stepLoop, copyLink } = useMoment(engine);
  const peaks = usePeaks(video, media);
  const songs = useSongs(video);
  useTellPlaying(engine, songs);
  const playing = useNowPlaying(({ song }) => song);
  const part = usePart({ isWhole: look === "video" && !isBar, isExcerpt: following?.isExcerpt === true, songs, loop });
  const strip = part && songs.length > 1 && <SetStrip {...{ engine, songs }} />;
  useEffect(() => engine.setAudioOnly(look === "audio"), [engine, look]);
  const touch = useTouch({ engine, isIdle, setIdle, isFullscreen, toggleFullscreen });
  const { scrub } = touch.scrubbing;
  // nothing lands on what a tap has just revealed, or on what is not seen
  const isOutOfUse = isIdle || touch.isBusy;
  useRemembering(engine, touch.hurry.isPassing);
  usePosition(engine, video.id, { isOff: following?.isExcerpt ?? false });
  useQueue(engine, following, loop?.to != null);
  /** The recording before or after this one, where there is no other song. */
  const stepSong = (step: -1 | 1) => {
    if (following?.isExcerpt) return stepQueue(engine, following, step);
    const song = findStep(songs, engine.readTime(), step);
    if (song) engine.seek(song.at);
    return song !== undefined;
  };
  const loopSong = () => {
    const song = findPlaying(songs, engine.readTime());
    const isLooped = loop !== null && loop.from === song?.at;
    if (song) changeLoop(isLooped ? null : { from: song.at, to: song.to ?? (video.duration || null) });
  };
  const ways = { [-1]: previous, [1]: next };
  const hasSteps = songs.length > 0 || following?.isExcerpt === true;
  const session = {
    title: playing?.title ?? video.title,
    album: playing ? video.title : "",
    archive: site?.name ?? "",
    artwork: media.thumbnail,
    previous: hasSteps ? () => void (stepSong(-1) || previous?.go()) : (previous?.go ?? null),
    next: hasSteps ? () => void (stepSong(1) || next?.go()) : (next?.go ?? null),
  };
  useMediaSession(engine, session);
  // a song is what people skip; the recordings are beside the player, and after the last song
  const isBySong = songs.length > 0 && !following;
  const buttons = isBySong
    ? {
        previous: { name: controlWords.buttons.previousSong, go: () => session.previous?.(), skip: previous?.go },
        next: { name: controlWords.buttons.nextSong, go: () => session.next?.(), skip: next?.go },
      }
    : { previous, next };
  const toggleTheatre = () => useHabits.setState({ isTheatre: !isTheatre });
  useKeys({ isBar }, (command) => {
    if (command.do === "fullscreen") toggleFullscreen();
    else if (command.do === "theatre") toggleTheatre();
    else if (command.do === "help") setKeys(true);
    else if (command.do === "big-screen" && look === "audio") return;
    else if (command.do === "audio-only") setAudioOnly(!audioOnly);
    else if (command.do === "song") void (stepSong(command.step) || (following && ways[command.step]?.go()));
    else if (command.do === "recording") ways[command.step]?.go();
    else if (command.do === "heart") void toggleFavourite(queries, nameFavourite(video, playing));
    else if (command.do === "loop-song") loopSong();
    else runCommand(engine, command);
  });
  const onPointerUp = (event: PointerEvent) => {
    if (isFinger(event)) touch.surface.onPointerUp(event);
    // the browser needs the other buttons for its menu and for scrolling
    else if (event.button === 0) runCommand(engine, { do: "toggle" });
  };
  // the picture first: it may be there already, and must not wait for the dozens of buttons that lie over it
  const hasControls = useDeferredValue(true, look === "audio");
  const face = { thumbnail: media.thumbnail, colour: video.dominant_color };
  return (
    <section
      ref={frame}
      className={css.stage}
      aria-label={words.player}
      data-look={look}
      data-idle={isIdle}
      data-show={isBar ? "bar" : "page"}
    >
      {!isBar && (look === "audio" || !hasPicture) && <Backdrop {...face} />}
      <Screen engine={engine} isShown={look === "video" && hasPicture} />
      {isBar && hasQueue && (
        <Suspense>
          <QueuePanel following={following} title={playing?.title ?? video.title} close={() => setQueue(false)} />
        </Suspense>
      )}
      {isBar ? (
        <Bar
          {...{ engine, video, song: playing, part }}
          picture={look === "video" && hasPicture ? null : face}
          favourite={nameFavourite(video, playing)}
          steps={{ previous: session.previous, next: session.next }}
          skips={hasSteps ? { previous: previous?.go, next: next?.go } : {}}
          message={message}
          queue={{ isOpen: hasQueue, setOpen: setQueue }}
        >
          <SeekBar
            {...{ engine, peaks, songs, part, loop, changeLoop }}
            storyboard={null}
            scrubbing={touch.scrubbing}
          />
          {strip}
        </Bar>
      ) : (
        <>
          {/* For mouse and touch only. It stays in Audio Only, so that a finger that is still down is seen lifted. */}
          <div
            className={css.touch}
            {...touch.surface}
            onPointerUp={onPointerUp}
            onDoubleClick={toggleFullscreen}
            onContextMenu={(event) => touch.isBusy && event.preventDefault()}
          />
          {look === "video" && <BigPlay engine={engine} isOutOfUse={isOutOfUse} />}
          {look === "audio" && (
            <Sleeve {...{ video, song: playing }} acts={{ left: session.next, right: session.previous }}>
              <Cover {...face} peaks={readPeaks(video.peaks)} />
            </Sleeve>
          )}
          {isFirst && <Resumed engine={engine} at={resumedAt} />}
          <Captions engine={engine} />
          {isIdle && (
            // for screen readers without a keyboard: any key shows the controls before it could be reached
            <button type="button" className="visually-hidden" onClick={() => setIdle(false)}>
              {words.showControls}
            </button>
          )}
          {hasControls && (
            <div className={css.controls} inert={isOutOfUse}>
              {look === "video" && <NowLine {...{ engine, songs }} />}
              <SeekBar
                {...{ engine, peaks, songs, part, loop, changeLoop }}
                storyboard={media.storyboard}
                scrubbing={touch.scrubbing}
              />
              <Controls
                {...{
                  engine,
                  part,
                  strip,
                  ...buttons,
                  loop,
                  stepLoop,
                  copyLink,
                  isTheatre,
                  toggleTheatre,
                  isFullscreen,
                  toggleFullscreen,
                }}
                hasPictures={look === "video"}
                share={media.can_share ? () => setSharing(true) : null}
                showKeys={() => setKeys(true)}
                showDetails={() => scrollBy({ top: frame.current?.getBoundingClientRect().bottom ?? 0 })}
              />
            </div>
          )}
          <Feedback skipped={touch.skipped} isHurrying={touch.hurry.isHurrying} />
          {scrub && (
            <ScrubPanel
              {...{ scrub, peaks }}
              storyboard={media.storyboard}
              song={findPlaying(songs, scrub.seconds)?.title ?? null}
            />
          )}
          <BigScreen engine={engine} />
          <Messages engine={engine} verdict={verdict} />
          {isSharing && (
            <Suspense>
              <ShareDialog {...{ engine, video, loop }} close={() => setSharing(false)} />
            </Suspense>
          )}
          {hasKeys && <KeySheet close={() => setKeys(false)} />}
        </>
      )}
    </section>
  );
}

/** What the waveform shows: the song where it is music, and everything where borders or a loop need it. */
function usePart(of: { isWhole: boolean; isExcerpt: boolean; songs: readonly Song[]; loop: Loop | null }): Part | null {
  const part = useNowPlaying((playing) => playing.part);
  const { isWhole, isExcerpt, songs, loop } = of;
  if (isWhole || part === null || (songs.length < 2 && !isExcerpt)) return null;
  const isWithin = loop === null || (loop.from >= part.from && (loop.to ?? part.to) <= part.to);
  return isWithin ? part : null;
}

/** Over the picture, whose waveform is that of the recording: the song, and where in it playing is. */
function NowLine({ engine, songs }: { engine: Engine; songs: readonly Song[] }) {
  const part = useNowPlaying((playing) => playing.part);
  const begun = usePlayback(engine, ({ time }) => findBegun(songs, time));
  const { time, length } = useTimes({ engine, part });
  if (!part?.song || songs.length < 2) return null;
  return (
    <p className={css.now}>
      <bdi>{part.song.title}</bdi>
      <span>
        {[sayPlace(songs, begun), `${formatClock(time, length)} / ${formatClock(length)}`].filter(Boolean).join(" · ")}
      </span>
    </p>
  );
}

/** Until another page is opened for the first time. A page in full screen is left then. */
function useIsFirst(isBar: boolean): boolean {
  const [isFirst, setFirst] = useState(true);
  if (isBar && isFirst) setFirst(false);
  useEffect(() => {
    if (isBar && document.fullscreenElement) void document.exitFullscreen();
  }, [isBar]);
  return isFirst;
}

function BigScreen({ engine }: { engine: Engine }) {
  const isShown = usePlayback(engine, ({ screen, screenProblem }) => screen !== "none" || screenProblem !== null);
  return (
    isShown && (
      <Suspense>
        <ScreenPanel engine={engine} />
      </Suspense>
    )
  );
}

/** For mouse and touch only; the row below has the same button for everyone. */
function BigPlay({ engine, isOutOfUse }: { engine: Engine; isOutOfUse: boolean }) {
  const isPaused = usePlayback(engine, (playback) => playback.isPaused);
  return (
    <button
      type="button"
      className={css.big}
      data-paused={isPaused}
      tabIndex={-1}
      aria-hidden="true"
      inert={isOutOfUse}
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
  return data?.peaks ?? few;
}

/** Says what a gesture does: how far it skips, or that it plays at double speed. */
function Feedback({ skipped, isHurrying }: { skipped: Skipped | null; isHurrying: boolean }) {
  return (
    <>
      {skipped && (
        <p className={feedbackCss.skip} data-side={skipped.isForward ? "right" : "left"} aria-hidden="true">
          <Icon name={skipped.isForward ? "forward" : "back"} />
          {touchWords.skipped(skipped.total)}
        </p>
      )}
      {isHurrying && (
        <p className={feedbackCss.hurry} aria-hidden="true">
          {touchWords.hurrying}
        </p>
      )}
    </>
  );
}
