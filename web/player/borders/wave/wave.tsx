// The waveform with its borders: a part of the recording at a time. A tap seeks, a drag moves the view, two fingers zoom.
import { type CSSProperties, type ReactNode, useEffect, useRef } from "react";
import type { Engine } from "#web/player/engine/engine.ts";
import { drawWave } from "#web/player/seek/draw-wave.ts";
import { BorderHandle } from "./border-handle.tsx";
import type { Border } from "#web/player/borders/model/border-list.ts";
import type { Gap } from "#web/player/borders/model/found.ts";
import { useSurface } from "./use-surface.ts";
import { showMoment, type View } from "#web/player/borders/model/view.ts";
import css from "./wave.module.css";
import { words } from "#web/player/borders/words.ts";

interface Props {
  engine: Engine;
  /** From 0 to 1 each. */
  peaks: readonly number[];
  duration: number;
  borders: readonly Border[];
  selected: string | null;
  select: (border: Border) => void;
  move: (border: Border, seconds: number) => void;
  view: View;
  setView: (view: View) => void;
  children?: ReactNode;
}

export function Wave({ engine, peaks, duration, borders, view, setView, selected, select, move, children }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  useDrawing(canvas, peaks, { from: view.from / duration, to: view.to / duration });
  usePlayhead(box, engine, { view, setView, duration });
  const surface = useSurface(box, { view, setView, duration, seek: (seconds) => engine.seek(seconds) });
  const secondsPerPixel = () => (view.to - view.from) / Math.max(1, box.current?.clientWidth ?? 1);
  const isInView = ({ at }: { at: number }) => at >= view.from && at <= view.to;
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a group of sliders is not a fieldset
    <div ref={box} className={css.wave} role="group" aria-label={words.wave} {...surface}>
      <canvas ref={canvas} className={css.bars} />
      <i className={css.head} />
      {children}
      {borders.filter(isInView).map((border) => (
        <BorderHandle
          key={border.key}
          {...{ border, secondsPerPixel }}
          isSelected={border.key === selected}
          style={placeIn(view, border.at)}
          select={() => select(border)}
          move={(seconds) => move(border, seconds)}
        />
      ))}
    </div>
  );
}

/** Where the audio suggests a border, and the pause before it. */
export function FoundMarks({ found, view }: { found: readonly Gap[]; view: View }) {
  const shown = found.filter(({ from, to }) => to >= view.from && from <= view.to);
  return shown.map(({ from, to }) => (
    <i
      key={to}
      className={css.found}
      style={{ ...placeIn(view, from), width: `${((to - from) / (view.to - view.from)) * 100}%` }}
    />
  ));
}

function placeIn({ from, to }: View, seconds: number): CSSProperties {
  return { left: `${((seconds - from) / (to - from)) * 100}%` };
}

function useDrawing(
  canvas: React.RefObject<HTMLCanvasElement | null>,
  peaks: readonly number[],
  { from, to }: View,
): void {
  useEffect(() => {
    const element = canvas.current;
    if (!element) return;
    const observer = new ResizeObserver(() => drawWave(element, peaks, { from, to }));
    observer.observe(element);
    return () => observer.disconnect();
  }, [canvas, peaks, from, to]);
}

interface Following {
  view: View;
  setView: (view: View) => void;
  duration: number;
}

/** The view follows what plays. */
function usePlayhead(
  box: React.RefObject<HTMLDivElement | null>,
  engine: Engine,
  { view, setView, duration }: Following,
): void {
  useEffect(() => {
    let frame = 0;
    let before = engine.readTime();
    const tell = () => {
      const time = engine.readTime();
      const { isPaused } = engine.store.getState();
      const share = (time - view.from) / (view.to - view.from);
      box.current?.style.setProperty("--head", `${share * 100}%`);
      box.current?.style.setProperty("--is-head", share >= 0 && share <= 1 ? "1" : "0");
      // only what has just left: somebody may look elsewhere while it plays
      const hasLeft = before <= view.to && time > view.to && time - before < 2;
      if (!isPaused && hasLeft) setView(showMoment(view, time + (view.to - view.from) * 0.4, duration));
      before = time;
      cancelAnimationFrame(frame);
      if (!isPaused) frame = requestAnimationFrame(tell);
    };
    tell();
    const stop = engine.store.subscribe(tell);
    return () => {
      stop();
      cancelAnimationFrame(frame);
    };
  }, [box, engine, view, setView, duration]);
}
