// The waveform with its borders: a part of the recording at a time. A tap seeks, a drag moves the view, two fingers zoom.
import {
  type CSSProperties,
  type ReactNode,
  useEffect,
  useRef,
  type PointerEvent,
  type RefObject,
  useEffectEvent,
} from "react";
import type { Engine } from "#web/player/engine/engine.ts";
import { drawWave } from "#web/player/seek/draw-wave.ts";
import { BorderHandle } from "./border-handle.tsx";
import type { Border } from "#web/player/borders/model/border-list.ts";
import type { Gap } from "#web/player/borders/model/found.ts";
import { showMoment, type View, fitView, zoomView } from "#web/player/borders/model/view.ts";
import css from "./wave.module.css";
import { words } from "#web/player/borders/words.ts";

interface Props {
  engine: Engine;
  /** Each is from 0 to 1. */
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

interface Surface {
  view: View;
  setView: (view: View) => void;
  duration: number;
  seek: (seconds: number) => void;
}

/** A finger that moves less than this has tapped. */
const tapPixels = 8;

/**
 * Fingers, mouse and wheel on the waveform itself: a tap seeks, a drag moves the view, two fingers or Ctrl with the
 * wheel zoom.
 */
function useSurface(box: RefObject<HTMLElement | null>, { view, setView, duration, seek }: Surface) {
  const pointers = useRef(new Map<number, number>());
  const drag = useRef<{ x: number; view: View; isTap: boolean } | null>(null);
  const measure = () => box.current?.getBoundingClientRect() ?? { left: 0, width: 1 };
  const secondsAt = (x: number) => {
    const { left, width } = measure();
    return view.from + ((x - left) / Math.max(1, width)) * (view.to - view.from);
  };
  const onWheel = useEffectEvent((event: WheelEvent) => {
    const isZoom = event.ctrlKey || event.metaKey;
    if (!isZoom && Math.abs(event.deltaX) <= Math.abs(event.deltaY)) return;
    event.preventDefault();
    if (isZoom) return setView(zoomView(view, 1.01 ** event.deltaY, { around: secondsAt(event.clientX), duration }));
    const by = (event.deltaX / Math.max(1, measure().width)) * (view.to - view.from);
    setView(fitView({ from: view.from + by, to: view.to + by }, duration));
  });
  useEffect(() => {
    const element = box.current;
    const listen = (event: WheelEvent) => onWheel(event);
    // React listens passively, and then the page would zoom, too
    element?.addEventListener("wheel", listen, { passive: false });
    return () => element?.removeEventListener("wheel", listen);
  }, [box]);
  const pinch = (event: PointerEvent) => {
    const other = [...pointers.current].find(([id]) => id !== event.pointerId)?.[1];
    const before = pointers.current.get(event.pointerId);
    if (other === undefined || before === undefined) return;
    const by = Math.max(20, Math.abs(before - other)) / Math.max(20, Math.abs(event.clientX - other));
    setView(zoomView(view, by, { around: secondsAt((event.clientX + other) / 2), duration }));
  };
  return {
    onPointerDown(event: PointerEvent) {
      if (event.button !== 0) return;
      pointers.current.set(event.pointerId, event.clientX);
      drag.current = pointers.current.size === 1 ? { x: event.clientX, view, isTap: true } : null;
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove(event: PointerEvent) {
      if (!pointers.current.has(event.pointerId)) return;
      if (pointers.current.size > 1) pinch(event);
      pointers.current.set(event.pointerId, event.clientX);
      if (!drag.current) return;
      const moved = event.clientX - drag.current.x;
      if (Math.abs(moved) > tapPixels) drag.current.isTap = false;
      if (drag.current.isTap) return;
      const { from, to } = drag.current.view;
      const by = (-moved / Math.max(1, measure().width)) * (to - from);
      setView(fitView({ from: from + by, to: to + by }, duration));
    },
    onPointerUp(event: PointerEvent) {
      pointers.current.delete(event.pointerId);
      if (drag.current?.isTap) seek(Math.max(0, secondsAt(event.clientX)));
      drag.current = null;
    },
    onPointerCancel(event: PointerEvent) {
      pointers.current.delete(event.pointerId);
      drag.current = null;
    },
  };
}
