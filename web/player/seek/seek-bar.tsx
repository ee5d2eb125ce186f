// The waveform as the seek bar: what is played is filled, what is buffered underlined, a loop has handles on it.
import { type KeyboardEvent, lazy, type PointerEvent, Suspense, useEffect, useMemo, useRef, useState } from "react";
import type { Media } from "#contract/media.ts";
import { drawWave } from "./draw-wave.ts";
import type { Engine } from "#web/player/engine/engine.ts";
import { LoopHandles } from "./loop-handles.tsx";
import type { Loop } from "#web/player/page/moment.ts";
import css from "./seek-bar.module.css";
import { findPlaying, type Part, type Song } from "#web/player/songs/songs.ts";
import { SeekPreview } from "./seek-preview.tsx";
import { sayTime } from "#web/player/time.ts";
import { isFinger } from "#web/player/touch/use-gestures.ts";
import type { Scrubbing } from "#web/player/touch/use-scrub.ts";
import { usePlayback } from "#web/player/use-playback.ts";
import { seekWords as words } from "#web/player/page/words.ts";

// who can't load it has a waveform without it
const Replayed = lazy(() =>
  import("./replayed.tsx").then(
    ({ Replayed: curve }) => ({ default: curve }),
    () => ({ default: () => null }),
  ),
);

interface Props {
  engine: Engine;
  /** Each is from 0 to 1. */
  peaks: readonly number[];
  songs: readonly Song[];
  /** What of the recording it shows; null: all. */
  part: Part | null;
  storyboard: Media["storyboard"];
  /** The recording of which it shows what members play again; null: it does not. */
  replayedOf: string | null;
  loop: Loop | null;
  changeLoop: (loop: Loop) => void;
  /** For a finger; it shows its own preview. */
  scrubbing: Scrubbing;
}

export function SeekBar({ engine, peaks, songs, part, storyboard, replayedOf, ...more }: Props) {
  const { loop, changeLoop, scrubbing } = more;
  const bar = useRef<HTMLDivElement>(null);
  const duration = usePlayback(engine, (playback) => playback.duration);
  // while it is held, the next song may begin
  const [held, setHeld] = useState<Span | null>(null);
  const { from, to } = held ?? part ?? { from: 0, to: duration };
  const length = to - from;
  const time = usePlayback(engine, (playback) => Math.min(Math.max(0, Math.floor(playback.time - from)), length));
  const buffered = usePlayback(engine, (playback) => playback.buffered);
  const [aim, setAim] = useState<{ seconds: number; by: "pointer" | "drag" | "key" } | null>(null);
  // a quiet song is as high as a loud one
  const shown = useMemo(() => {
    const at = (seconds: number) => (seconds / (duration || 1)) * peaks.length;
    return part ? peaks.slice(Math.floor(at(from)), Math.ceil(at(to))) : peaks;
  }, [peaks, part, from, to, duration]);
  useWave(bar, shown);
  useFilling(bar, engine, { from, to });
  useEffect(() => {
    if (aim?.by !== "key") return;
    const timer = setTimeout(() => setAim(null), 1200);
    return () => clearTimeout(timer);
  }, [aim]);

  const secondsAt = (x: number) => {
    const box = bar.current?.getBoundingClientRect();
    return from + (box && box.width > 0 ? Math.min(1, Math.max(0, (x - box.left) / box.width)) * length : 0);
  };
  const finger = useFinger(scrubbing);
  const onPointerDown = (event: PointerEvent) => {
    if (event.button !== 0 || duration <= 0) return;
    setHeld({ from, to });
    // a finger stays with what it touched first
    if (isFinger(event)) return finger.down(event, { at: secondsAt(event.clientX), length });
    event.currentTarget.setPointerCapture(event.pointerId);
    setAim({ seconds: secondsAt(event.clientX), by: "drag" });
  };
  const onPointerMove = (event: PointerEvent) => {
    if (isFinger(event)) return finger.move(event);
    setAim({ seconds: secondsAt(event.clientX), by: aim?.by === "drag" ? "drag" : "pointer" });
  };
  const onPointerUp = (event: PointerEvent) => {
    setHeld(null);
    if (isFinger(event)) return finger.end(event, { isWanted: true });
    if (aim?.by !== "drag") return;
    engine.seek(secondsAt(event.clientX));
    setAim(null);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const seconds = Math.min(
      duration,
      Math.max(0, step({ time: engine.readTime(), from, to, isFine: event.shiftKey })),
    );
    engine.seek(seconds);
    setAim({ seconds, by: "key" });
  };
  const target = scrubbing.scrub?.seconds ?? aim?.seconds;
  const percent = (seconds: number) => `${share({ from, to }, seconds) * 100}%`;
  return (
    <div
      ref={bar}
      className={css.bar}
      data-drags
      data-held={finger.isDown || aim?.by === "drag"}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerUp}
      onPointerCancel={(event) => {
        setHeld(null);
        finger.end(event, { isWanted: false });
        setAim(null);
      }}
      onPointerLeave={() => aim?.by === "pointer" && setAim(null)}
    >
      {replayedOf !== null && (
        <Suspense>
          <Replayed id={replayedOf} {...{ duration, from, to }} />
        </Suspense>
      )}
      <canvas className={css.wave} data-part="whole" />
      <canvas className={css.wave} data-part="played" />
      <div className={css.arrived}>
        {buffered.map(([begin, end]) => (
          <i key={begin} style={{ left: percent(begin), right: `calc(100% - ${percent(end)})` }} />
        ))}
      </div>
      <div
        className={css.head}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an input cannot be a waveform
        role="slider"
        tabIndex={0}
        aria-label={words.position}
        aria-valuemin={0}
        aria-valuemax={Math.floor(length)}
        aria-valuenow={time}
        aria-valuetext={words.positionOf(sayTime(time), sayTime(length))}
        onKeyDown={onKeyDown}
      />
      {duration > 0 &&
        !part &&
        songs.map(({ at }) => <i key={at} className={css.song} style={{ left: percent(at) }} />)}
      {target !== undefined && <div className={css.aim} style={{ left: percent(target) }} />}
      {loop && <LoopHandles loop={loop} span={{ from, to }} change={changeLoop} secondsAt={secondsAt} />}
      {aim && (
        <SeekPreview
          {...{ seconds: aim.seconds, from, to, storyboard }}
          song={part ? null : (findPlaying(songs, aim.seconds)?.title ?? null)}
        />
      )}
    </div>
  );
}

type Span = Pick<Part, "from" | "to">;

/** Where in it, from 0 to 1. */
function share({ from, to }: Span, seconds: number): number {
  return to > from ? Math.min(1, Math.max(0, (seconds - from) / (to - from))) : 0;
}

interface Stepping extends Span {
  time: number;
  isFine: boolean;
}
const steps: Record<string, (stepping: Stepping) => number> = {
  ArrowLeft: ({ time, isFine }) => time - (isFine ? 1 : 5),
  ArrowDown: ({ time, isFine }) => time - (isFine ? 1 : 5),
  ArrowRight: ({ time, isFine }) => time + (isFine ? 1 : 5),
  ArrowUp: ({ time, isFine }) => time + (isFine ? 1 : 5),
  PageDown: ({ time }) => time - 60,
  PageUp: ({ time }) => time + 60,
  Home: ({ from }) => from,
  End: ({ to }) => to,
};

/** Drawn only when the peaks or the size change: playing moves the edge of the filled part, not the bars. */
function useWave(bar: React.RefObject<HTMLDivElement | null>, peaks: readonly number[]): void {
  useEffect(() => {
    const element = bar.current;
    if (!element) return;
    const draw = () => element.querySelectorAll("canvas").forEach((canvas) => drawWave(canvas, peaks));
    const observer = new ResizeObserver(draw);
    observer.observe(element);
    return () => observer.disconnect();
  }, [bar, peaks]);
}

function useFilling(bar: React.RefObject<HTMLDivElement | null>, engine: Engine, { from, to }: Span): void {
  useEffect(() => {
    let frame = 0;
    const fill = () => {
      const { isPaused } = engine.store.getState();
      bar.current?.style.setProperty("--played", `${share({ from, to }, engine.readTime()) * 100}%`);
      cancelAnimationFrame(frame);
      if (!isPaused) frame = requestAnimationFrame(fill);
    };
    fill();
    const stop = engine.store.subscribe(fill);
    return () => {
      stop();
      cancelAnimationFrame(frame);
    };
  }, [bar, engine, from, to]);
}

/**
 * One finger on the seek bar: up and down from the bar it moves in smaller steps, so that a second of three hours can
 * be hit.
 */
function useFinger(scrubbing: Scrubbing) {
  const last = useRef<{ id: number; x: number } | null>(null);
  const [isDown, setDown] = useState(false);
  return {
    isDown,
    down({ pointerId: id, clientX: x, currentTarget }: PointerEvent, { at, length }: Record<"at" | "length", number>) {
      if (last.current) return;
      last.current = { id, x };
      setDown(true);
      scrubbing.start({ at, coarse: length / Math.max(1, currentTarget.clientWidth) });
    },
    move({ pointerId, clientX, clientY, currentTarget }: PointerEvent) {
      if (last.current?.id !== pointerId) return;
      const { top, bottom } = currentTarget.getBoundingClientRect();
      scrubbing.move({ dx: clientX - last.current.x, away: Math.max(0, top - clientY, clientY - bottom) });
      last.current.x = clientX;
    },
    end({ pointerId }: { pointerId: number }, { isWanted }: { isWanted: boolean }) {
      if (last.current?.id !== pointerId) return;
      last.current = null;
      setDown(false);
      scrubbing.end(isWanted);
    },
  };
}
