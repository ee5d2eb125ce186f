// The row below the waveform: playing, volume, time, practice tools, and how the recording is shown.
import { type ReactNode, lazy, Suspense, useId, useRef, useState } from "react";
import { Control } from "./control.tsx";
import css from "./controls.module.css";
import type { Engine } from "#web/player/engine/engine.ts";
import type { Loop } from "#web/player/page/moment.ts";
import { formatClock } from "#web/duration.ts";
import { toPlay, useGo } from "#web/place.ts";
import type { Part } from "#web/player/songs/songs.ts";
import { usePlayback } from "#web/player/use-playback.ts";
import { Volume } from "./volume.tsx";
import { words } from "./words.ts";
import { Choice } from "./choice.tsx";
import { captionHabits, changeCaptionHabits, rates, useHabits } from "#web/player/habits.ts";
import { backgrounds, sizes } from "#web/player/captions/look.ts";
import settingsMenuCss from "./settings-menu.module.css";

const { buttons } = words;

export interface Way {
  /** What the button is called, where it does not lead to the neighbour in the list. */
  name?: string;
  go: () => void;
  /** When it is held: to another recording, and not only to another song. */
  skip?: (() => void) | undefined;
}

interface Props {
  engine: Engine;
  /** What the waveform above shows; null: all. */
  part: Part | null;
  /** Below the times of the waveform. */
  strip: ReactNode;
  previous: Way | null;
  next: Way | null;
  hasPictures: boolean;
  loop: Loop | null;
  stepLoop: () => void;
  copyLink: () => void;
  /** Null where the owner does not allow it. */
  share: (() => void) | null;
  isTheatre: boolean;
  toggleTheatre: () => void;
  isFullscreen: boolean;
  toggleFullscreen: () => void;
  showKeys: () => void;
  /** Scrolls to what is below the player, which a landscape phone does not show. */
  showDetails: () => void;
}

export function Controls(props: Props) {
  const { engine, hasPictures } = props;
  return (
    <div className={css.row}>
      <Transport {...props} />
      <Time engine={engine} part={props.part} />
      <Volume engine={engine} />
      {props.strip && <div className={css.strip}>{props.strip}</div>}
      <div className={css.extras}>
        <LoopControl loop={props.loop} step={props.stepLoop} />
        <Control name={buttons.copyLink} sign="link" onClick={props.copyLink} />
        {props.share && <Control name={buttons.share} sign="share" onClick={props.share} />}
        <Captions engine={engine} />
        <SettingsMenu engine={engine} hasPictures={hasPictures} />
        {hasPictures && <InPicture engine={engine} />}
        {hasPictures && <BigScreen engine={engine} />}
        <Wide>
          <Control className={css.keys} name={buttons.shortcuts} sign="keys" shortcut="?" onClick={props.showKeys} />
          {hasPictures && (
            <Control
              className={css.theatre}
              name={buttons.theatre}
              sign="theatre"
              shortcut="T"
              aria-pressed={props.isTheatre}
              onClick={props.toggleTheatre}
            />
          )}
        </Wide>
        <Control
          name={props.isFullscreen ? buttons.exitFullScreen : buttons.fullScreen}
          sign={props.isFullscreen ? "window" : "fullscreen"}
          shortcut="F"
          onClick={props.toggleFullscreen}
        />
        {!props.isFullscreen && (
          <Control className={css.details} name={buttons.details} sign="down" onClick={props.showDetails} />
        )}
      </div>
    </div>
  );
}

function Transport({ engine, previous, next }: Pick<Props, "engine" | "previous" | "next">) {
  const isPaused = usePlayback(engine, (playback) => playback.isPaused);
  const isEnded = usePlayback(engine, (playback) => playback.isEnded);
  const skip = (seconds: number) => engine.seek(engine.readTime() + seconds);
  return (
    <div className={css.transport}>
      <Control
        className={css.neighbour}
        name={previous?.name ?? buttons.previous}
        onHold={previous?.skip}
        {...(previous?.skip && { title: buttons.holdPrevious(previous.name ?? buttons.previous) })}
        sign="previous"
        disabled={!previous}
        onClick={previous?.go}
      />
      <Control className={css.skip} name={buttons.back} sign="back" mark="10" shortcut="J" onClick={() => skip(-10)} />
      <Control
        className={css.play}
        name={isEnded ? buttons.playAgain : isPaused ? buttons.play : buttons.pause}
        sign={isEnded ? "replay" : isPaused ? "play" : "pause"}
        shortcut="K"
        onClick={() => (isPaused ? engine.play() : engine.pause())}
      />
      <Control
        className={css.skip}
        name={buttons.forward}
        sign="forward"
        mark="10"
        shortcut="L"
        onClick={() => skip(10)}
      />
      <Control
        className={css.neighbour}
        name={next?.name ?? buttons.next}
        onHold={next?.skip}
        {...(next?.skip && { title: buttons.holdNext(next.name ?? buttons.next) })}
        sign="next"
        disabled={!next}
        onClick={next?.go}
      />
    </div>
  );
}

/** The times of the waveform above: a time never stands beside a line of another length. */
export function useTimes({ engine, part }: Pick<Props, "engine" | "part">): { time: number; length: number } {
  const from = part?.from ?? 0;
  const time = usePlayback(engine, (playback) => Math.max(0, Math.floor(playback.time - from)));
  const duration = usePlayback(engine, (playback) => playback.duration);
  return { time, length: (part?.to ?? duration) - from };
}

function Time(props: Pick<Props, "engine" | "part">) {
  const { time, length } = useTimes(props);
  return (
    <p className={css.time}>
      <span>{formatClock(time, length)}</span>
      <span className={css.of}> / </span>
      <span>{formatClock(length)}</span>
    </p>
  );
}

function LoopControl({ loop, step }: { loop: Loop | null; step: () => void }) {
  const name = loop === null ? buttons.loopFrom : loop.to === null ? buttons.loopUntil : buttons.stopLooping;
  return <Control name={name} sign="loop" aria-pressed={loop !== null} onClick={step} />;
}

function Captions({ engine }: { engine: Engine }) {
  const hasCaptions = usePlayback(engine, (playback) => playback.captions.length > 0);
  const isShown = usePlayback(engine, (playback) => playback.shownCaptions !== null);
  if (!hasCaptions) return null;
  return (
    <Control
      name={buttons.captions}
      sign="captions"
      shortcut="C"
      aria-pressed={isShown}
      onClick={engine.toggleCaptions}
    />
  );
}

function InPicture({ engine }: { engine: Engine }) {
  const isPossible = usePlayback(engine, (playback) => playback.canPictureInPicture);
  const isOn = usePlayback(engine, (playback) => playback.isInPicture);
  if (!isPossible) return null;
  return (
    <Wide>
      <Control
        name={buttons.pictureInPicture}
        sign="inPicture"
        aria-pressed={isOn}
        onClick={engine.togglePictureInPicture}
      />
    </Wide>
  );
}

function BigScreen({ engine }: { engine: Engine }) {
  const isPossible = usePlayback(engine, ({ hasScreens, screen }) => hasScreens || screen !== "none");
  const isOn = usePlayback(engine, ({ screen }) => screen !== "none");
  if (!isPossible) return null;
  return (
    <Control
      name={buttons.bigScreen}
      sign="bigScreen"
      shortcut="B"
      aria-pressed={isOn}
      onClick={isOn ? engine.leaveScreen : engine.showScreen}
    />
  );
}

/** The volume is shown where there is room for it. */
function Wide({ children }: { children: ReactNode }) {
  return <div className={css.wide}>{children}</div>;
}

/** The history state of a step to another recording: one deeper, or still 0 when there is no list to go back to. */
export function goDeeper(depth: number): { depth: number; plays: true } {
  return { depth: depth > 0 ? depth + 1 : 0, ...toPlay };
}

/** The link to another recording; `depth` says how many steps it is back to where all of them began. */
export function useWay(video: { id: string } | undefined, depth: number): Way | null {
  const go = useGo();
  if (!video) return null;
  return { go: () => go(`/video/${video.id}`, { state: goDeeper(depth) }) };
}

const { settings } = words;

const SleepMenu = lazy(async () => ({ default: (await import("#web/player/sleep/sleep-menu.tsx")).SleepMenu }));

const gap = 12;
/** Pixels above the button: less is not enough for the menu. */
const leastAbove = 320;

interface SettingsMenuProps {
  engine: Engine;
  hasPictures: boolean;
}

/** Speed, quality, sleep timer, and the language and look of the captions, in a small panel over the player. */
function SettingsMenu({ engine, hasPictures }: SettingsMenuProps) {
  const button = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [place, setPlace] = useState({ right: 0, bottom: 0 });
  const id = useId();
  const rate = usePlayback(engine, (playback) => playback.rate);
  const qualities = usePlayback(engine, (playback) => playback.qualities);
  const chosen = usePlayback(engine, (playback) => playback.chosenQuality);
  const playing = usePlayback(engine, (playback) => playback.playingQuality);
  const captions = usePlayback(engine, (playback) => playback.captions);
  const { size, background } = useHabits(captionHabits);
  const name = captions.length > 0 ? settings.speedQualityAndCaptions : settings.speedAndQuality;
  const reading = usePlayback(engine, (playback) => playback.shownCaptions);
  /** Above its button: a popover in the top layer is not cut off, but has to be placed by hand. */
  const settle = () => {
    const box = button.current?.getBoundingClientRect();
    if (!box) return;
    // too little space above it, as on a phone on its side: over the controls, down to the edge
    const bottom = box.top < leastAbove ? gap : innerHeight - box.top + gap;
    setPlace({ right: Math.max(gap, innerWidth - box.right - 60), bottom });
  };
  return (
    <div ref={button}>
      <Control name={name} sign="settings" aria-expanded={isOpen} popoverTarget={id} />
      <fieldset
        id={id}
        popover="auto"
        className={settingsMenuCss.panel}
        style={{ ...place, maxHeight: `min(70svh, 100svh - var(--header-height) - ${place.bottom + gap}px)` }}
        aria-label={name}
        onBeforeToggle={settle}
        onToggle={(event) => setOpen(event.newState === "open")}
      >
        <Choice
          label={settings.speed}
          options={rates.map((value) => ({ value, label: value === 1 ? settings.normalSpeed : `${value}×` }))}
          value={rate}
          choose={(value) => engine.setRate(value)}
        />
        {isOpen && (
          <Suspense>
            <SleepMenu />
          </Suspense>
        )}
        {hasPictures && qualities.length > 0 && (
          <Choice
            label={settings.quality}
            options={[
              { value: null, label: chosen === null && playing !== null ? settings.autoAt(playing) : settings.auto },
              ...qualities.map((value) => ({ value, label: `${value}p` })),
            ]}
            value={chosen}
            choose={(value) => engine.setQuality(value)}
          />
        )}
        {captions.length > 1 && (
          <Choice
            label={settings.captions}
            options={[
              { value: null, label: settings.captionsOff },
              ...captions.map(({ label }, value) => ({ value, label })),
            ]}
            value={reading}
            choose={engine.setCaptions}
          />
        )}
        {captions.length > 0 && (
          <>
            <Choice
              label={settings.captionSize}
              options={sizes.map((value) => ({ value, label: settings.captionSizes[value] }))}
              value={size}
              choose={(value) => changeCaptionHabits({ size: value })}
            />
            <Choice
              label={settings.captionBackground}
              options={backgrounds.map((value) => ({ value, label: settings.captionBackgrounds[value] }))}
              value={background}
              choose={(value) => changeCaptionHabits({ background: value })}
            />
          </>
        )}
      </fieldset>
    </div>
  );
}
