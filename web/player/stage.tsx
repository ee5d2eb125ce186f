// Everything inside the player's frame: the video or the artwork, messages over it, the waveform and the controls.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import {
  type ComponentProps,
  type ComponentType,
  lazy,
  type ReactNode,
  Suspense,
  useDeferredValue,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type RefObject,
  useEffectEvent,
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
import { useHabits, nextRate } from "./habits.ts";
import { Icon } from "#web/player/controls/icon.tsx";
import { Messages, useTrouble, type Verdict } from "./messages.tsx";
import { waveformQuery } from "#web/waveform-query.ts";
import { usePlace } from "#web/place.ts";
import { Resumed } from "./resumed.tsx";
import { ScrubPanel } from "#web/player/touch/scrub-panel.tsx";
import { useNowPlaying, useTellPlaying } from "#web/player/songs/now-playing.ts";
import { findBegun, findPlaying, findStep, type Part, type Song } from "#web/player/songs/songs.ts";
import { useSongs } from "#web/player/songs/use-songs.ts";
import type { Following } from "#web/player/queue/following.ts";
import { stepQueue, useQueue } from "#web/player/queue/use-queue.ts";
import { SeekBar } from "#web/player/seek/seek-bar.tsx";
import { sayPlace, SetStrip } from "#web/player/seek/set-strip.tsx";
import css from "./stage.module.css";
import { useRemembering } from "./use-habits.ts";
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
import { touchWords } from "#web/player/page/words.ts";
import { type Command, describeFocus, findCommand } from "#web/player/controls/keys.ts";
import { flushSync } from "react-dom";

const ShareDialog = onDemand(async () => (await import("#web/player/share/share-dialog.tsx")).ShareDialog);
const QueuePanel = onDemand(async () => (await import("#web/player/queue/panel.tsx")).QueuePanel);
const KeySheet = onDemand(async () => (await import("#web/player/controls/key-sheet.tsx")).KeySheet);
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
  "use memo";
  const frame = useRef<HTMLElement>(null);
  const audioOnly = usePersisted((persisted) => persisted.audioOnly);
  const isPaused = usePlayback(engine, (playback) => playback.isPaused);
  const hasPicture = usePlayback(engine, (playback) => playback.hasPicture);
  const look = audioOnly || !media.has_pictures ? "audio" : "video";
  const isBar = usePlace().show === "bar";
  const [isIdle, setIdle] = useIdle(frame, look === "video" && !isPaused && !isBar);
  const message = useTrouble(engine, verdict);
  const [hasQueue, setQueue] = useState(false);
  const isFirst = useIsFirst(isBar);
  const [hasKeys, setKeys] = useState(false);
  const [isSharing, setSharing] = useState(false);
  const [isFullscreen, toggleFullscreen] = useFullscreen(frame, engine);
  const moment = useMoment(engine);
  const { loop, changeLoop } = moment;
  const peaks = usePeaks(video, media);
  const songs = useSongs(video);
  useTellPlaying(engine, songs);
  const playing = useNowPlaying(({ song }) => song);
  const part = usePart({ isWhole: look === "video" && !isBar, isExcerpt: following?.isExcerpt === true, songs, loop });
  const strip = part && songs.length > 1 && <SetStrip {...{ engine, songs }} />;
  useEffect(() => engine.setAudioOnly(look === "audio"), [engine, look]);
  const touch = useTouch({ engine, isIdle, setIdle, isFullscreen, toggleFullscreen });
  useRemembering(engine, touch.hurry.isPassing);
  const isSaved = media.audio?.url.startsWith("blob:") === true;
  usePosition(engine, video.id, { isOff: following?.isExcerpt ?? false, kind: isSaved ? "saved" : look });
  useQueue(engine, following, loop?.to != null);
  const steps = useSteps({ engine, video, media, previous, next, following, songs, playing });
  const isTheatre = useHabits((habits) => habits.isTheatre);
  const toggleTheatre = () => useHabits.setState({ isTheatre: !isTheatre });
  const favourite = nameFavourite(video, playing);
  const queries = useQueryClient();
  useKeys({ isBar }, (command) => {
    if (command.do === "fullscreen") toggleFullscreen();
    else if (command.do === "theatre") toggleTheatre();
    else if (command.do === "help") setKeys(true);
    else if (command.do === "big-screen" && look === "audio") return;
    else if (command.do === "audio-only") setAudioOnly(!audioOnly);
    else if (command.do === "song") steps.stepByKey(command.step);
    else if (command.do === "recording") (command.step === 1 ? next : previous)?.go();
    else if (command.do === "heart") void toggleFavourite(queries, favourite);
    else if (command.do === "loop-song") loopSong({ engine, video, songs, loop, changeLoop });
    else runCommand(engine, command);
  });
  const face = { thumbnail: media.thumbnail, colour: video.dominant_color };
  const line = { engine, peaks, songs, part, loop, changeLoop, scrubbing: touch.scrubbing, replayedOf: video.id };
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
          {...{ engine, video, song: playing, part, favourite, message }}
          picture={look === "video" && hasPicture ? null : face}
          steps={{ previous: steps.previous, next: steps.next }}
          skips={steps.skips}
          queue={{ isOpen: hasQueue, setOpen: setQueue }}
        >
          <SeekBar {...line} storyboard={null} replayedOf={null} />
          {strip}
        </Bar>
      ) : (
        <>
          <Surface engine={engine} touch={touch} toggleFullscreen={toggleFullscreen} />
          {look === "video" && <BigPlay engine={engine} isOutOfUse={isIdle || touch.isBusy} />}
          {look === "audio" && (
            <Sleeve {...{ video, song: playing }} acts={{ left: steps.next, right: steps.previous }}>
              <Cover {...face} peaks={readPeaks(video.peaks)} />
            </Sleeve>
          )}
          {isFirst && <Resumed engine={engine} at={resumedAt} />}
          <Captions engine={engine} />
          <Large {...{ engine, line, look, touch, isIdle, setIdle }} storyboard={media.storyboard}>
            <Controls
              {...{ engine, part, strip, loop, isTheatre, toggleTheatre, isFullscreen, toggleFullscreen }}
              {...steps.buttons}
              stepLoop={moment.stepLoop}
              copyLink={moment.copyLink}
              hasPictures={look === "video"}
              share={media.can_share ? () => setSharing(true) : null}
              showKeys={() => setKeys(true)}
              showDetails={() => scrollBy({ top: frame.current?.getBoundingClientRect().bottom ?? 0 })}
            />
          </Large>
          <BigScreen engine={engine} />
          <Messages engine={engine} verdict={verdict} />
          {isSharing && (
            <Suspense>
              <ShareDialog {...{ engine, video, loop }} close={() => setSharing(false)} />
            </Suspense>
          )}
          {hasKeys && (
            <Suspense>
              <KeySheet close={() => setKeys(false)} />
            </Suspense>
          )}
        </>
      )}
    </section>
  );
}

interface SurfaceProps {
  engine: Engine;
  touch: ReturnType<typeof useTouch>;
  toggleFullscreen: () => void;
}

/** What mouse and touch press. It stays in Audio Only, so that a finger that is still down is seen lifted. */
function Surface({ engine, touch, toggleFullscreen }: SurfaceProps) {
  return (
    <div
      className={css.touch}
      {...touch.surface}
      onPointerUp={(event) => {
        if (isFinger(event)) touch.surface.onPointerUp(event);
        // the browser needs the other buttons for its menu and for scrolling
        else if (event.button === 0) runCommand(engine, { do: "toggle" });
      }}
      onDoubleClick={toggleFullscreen}
      onContextMenu={(event) => touch.isBusy && event.preventDefault()}
    />
  );
}

interface LargeProps {
  engine: Engine;
  line: Omit<ComponentProps<typeof SeekBar>, "storyboard">;
  storyboard: Media["storyboard"];
  look: "audio" | "video";
  touch: ReturnType<typeof useTouch>;
  isIdle: boolean;
  setIdle: (isIdle: boolean) => void;
  /** The row of buttons. */
  children: ReactNode;
}

/** What lies over the picture or below the cover: the waveform, the buttons, and what a gesture says. */
function Large({ engine, line, storyboard, look, touch, isIdle, setIdle, children }: LargeProps) {
  "use memo";
  const { scrub } = touch.scrubbing;
  // nothing lands on what a tap has just revealed, or on what is not seen
  const isOutOfUse = isIdle || touch.isBusy;
  // the picture first: it may be there already, and must not wait for the dozens of buttons that lie over it
  const hasControls = useDeferredValue(true, look === "audio");
  return (
    <>
      {isIdle && (
        // for screen readers without a keyboard: any key shows the controls before it could be reached
        <button type="button" className="visually-hidden" onClick={() => setIdle(false)}>
          {words.showControls}
        </button>
      )}
      {hasControls && (
        <div className={css.controls} inert={isOutOfUse}>
          {look === "video" && <NowLine engine={engine} songs={line.songs} />}
          <SeekBar {...line} storyboard={storyboard} />
          {children}
        </div>
      )}
      <Feedback skipped={touch.skipped} isHurrying={touch.hurry.isHurrying} />
      {scrub && (
        <ScrubPanel
          {...{ scrub, storyboard }}
          peaks={line.peaks}
          song={findPlaying(line.songs, scrub.seconds)?.title ?? null}
        />
      )}
    </>
  );
}

interface Stepping extends Pick<Props, "engine" | "video" | "media" | "previous" | "next"> {
  following: Following | null;
  songs: readonly Song[];
  playing: Song | null;
}

/** Previous and next, for buttons, keys, swipes and the lock screen: a song is what people skip, and after the last one the recording. */
function useSteps({ engine, video, media, previous, next, following, songs, playing }: Stepping) {
  const { site } = useSite();
  const stepSong = (step: -1 | 1) => {
    if (following?.isExcerpt) return stepQueue(engine, following, step);
    const song = findStep(songs, engine.readTime(), step);
    if (song) engine.seek(song.at);
    return song !== undefined;
  };
  const hasSteps = songs.length > 0 || following?.isExcerpt === true;
  const isAtEnd = following?.isExcerpt ? !following.next : !next && playing === (songs.at(-1) ?? null);
  const goBack = hasSteps ? () => void (stepSong(-1) || previous?.go()) : (previous?.go ?? null);
  const goOn = hasSteps ? () => void (stepSong(1) || next?.go()) : (next?.go ?? null);
  const steps = { previous: goBack, next: isAtEnd ? null : goOn };
  const [title, album] = playing ? [playing.title, video.title] : [video.title, ""];
  useMediaSession(engine, { ...{ title, album, ...steps }, archive: site?.name ?? "", artwork: media.thumbnail });
  const { previousSong, nextSong } = controlWords.buttons;
  const bySong = {
    previous: steps.previous && { name: previousSong, go: steps.previous, skip: previous?.go },
    next: steps.next && { name: nextSong, go: steps.next, skip: next?.go },
  };
  return {
    ...steps,
    skips: hasSteps ? { previous: previous?.go, next: next?.go } : {},
    buttons: songs.length > 0 && !following ? bySong : { previous, next },
    stepByKey: (step: -1 | 1) => void (stepSong(step) || (following && (step === 1 ? next : previous)?.go())),
  };
}

interface Looping extends Pick<Props, "engine" | "video"> {
  songs: readonly Song[];
  loop: Loop | null;
  changeLoop: (loop: Loop | null) => void;
}

function loopSong({ engine, video, songs, loop, changeLoop }: Looping): void {
  const song = findPlaying(songs, engine.readTime());
  const isLooped = loop !== null && loop.from === song?.at;
  if (song) changeLoop(isLooped ? null : { from: song.at, to: song.to ?? (video.duration || null) });
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

/** True until another page is opened for the first time. A page in full screen is left then. */
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

/** A button for mouse and touch; the row below has the same one for everyone. */
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

/** Does what a key means, as far as the engine alone can do it. */
function runCommand(engine: Engine, command: Command): void {
  const { isPaused, isMuted, volume, rate, duration, screen, hasScreens } = engine.store.getState();
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
    case "big-screen":
      if (screen !== "none") return engine.leaveScreen();
      return hasScreens ? engine.showScreen() : undefined;
    default:
  }
}

/** Shows the player in full screen; an iPhone can do that only with the video element alone. */
function useFullscreen(frame: RefObject<HTMLElement | null>, engine: Engine): [boolean, () => void] {
  const [isOn, setOn] = useState(false);
  useEffect(() => {
    const look = () => setOn(document.fullscreenElement !== null);
    document.addEventListener("fullscreenchange", look);
    return () => document.removeEventListener("fullscreenchange", look);
  }, []);
  const toggle = () => {
    if (document.fullscreenElement) void document.exitFullscreen();
    else if (document.fullscreenEnabled) frame.current?.requestFullscreen().catch(() => setOn(false));
    else engine.showPictureAlone();
  };
  return [isOn, toggle];
}

const patienceMs = 2500;
/** Somebody uses the keyboard in the player, has a menu open, or holds a finger on the seek bar. */
const inUse = ":has(:focus-visible, :popover-open, dialog[open], [data-held='true'])";

/** Whether nobody has used the player for a while: then its controls are hidden, and nothing can use them. */
function useIdle(place: RefObject<HTMLElement | null>, mayRest: boolean): [boolean, (isIdle: boolean) => void] {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => {
    const element = place.current;
    if (!element || !mayRest) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const rest = () => {
      if (element.matches(inUse)) wait();
      else setIdle(true);
    };
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(rest, patienceMs);
    };
    const wake = (event: Event) => {
      wait();
      // a finger shows and hides the controls by tapping
      if (event instanceof PointerEvent && event.pointerType !== "mouse") return;
      // at once, because the click or the focus that follows must find them
      if (element.dataset["idle"] === "true" && event.type !== "focusin") flushSync(() => setIdle(false));
      else setIdle(false);
    };
    wait();
    const events = ["pointermove", "pointerdown", "focusin"] as const;
    for (const event of events) element.addEventListener(event, wake);
    addEventListener("keydown", wake);
    return () => {
      clearTimeout(timer);
      for (const event of events) element.removeEventListener(event, wake);
      removeEventListener("keydown", wake);
      setIdle(false);
    };
  }, [place, mayRest]);
  return [mayRest && isIdle, (wanted) => setIdle(wanted && mayRest)];
}

/** The page keeps the keys that it may need itself, while the player is a bar. */
function useKeys({ isBar }: { isBar: boolean }, run: (command: Command) => void): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || document.querySelector("dialog[open]")) return;
    const isModified = event.ctrlKey || event.altKey || event.metaKey;
    const command = findCommand({
      ...{ key: event.key, isModified, isShifted: event.shiftKey, isBar },
      on: describeFocus(event.target),
    });
    if (!command) return;
    event.preventDefault();
    run(command);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKeyDown(event);
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  }, []);
}
