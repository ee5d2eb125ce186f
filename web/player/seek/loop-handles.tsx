// The two ends of a loop on the waveform, moved by dragging or with the arrow keys.
import type { KeyboardEvent, PointerEvent } from "react";
import css from "./loop-handles.module.css";
import { type Loop, shortestLoop } from "#web/player/page/moment.ts";
import { formatClock } from "#web/duration.ts";
import { sayTime } from "#web/player/time.ts";
import { seekWords as words } from "#web/player/page/words.ts";

interface Props {
  loop: Loop;
  /** What the waveform shows. */
  span: { from: number; to: number };
  change: (loop: Loop) => void;
  secondsAt: (x: number) => number;
}

export function LoopHandles({ loop, span: { from, to }, change, secondsAt }: Props) {
  const percent = (seconds: number) => `${to > from ? ((seconds - from) / (to - from)) * 100 : 0}%`;
  const move = {
    from: (seconds: number) => change(clampFrom(loop, Math.max(from, seconds))),
    to: (seconds: number) => change(clampTo(loop, Math.min(to, seconds))),
  };
  return (
    <>
      {loop.to !== null && (
        <div className={css.stretch} style={{ left: percent(loop.from), right: `calc(100% - ${percent(loop.to)})` }} />
      )}
      <Handle
        {...words.loopStart}
        seconds={loop.from}
        left={percent(loop.from)}
        range={[from, loop.to ?? to]}
        move={move.from}
        secondsAt={secondsAt}
      />
      {loop.to !== null && (
        <Handle
          {...words.loopEnd}
          seconds={loop.to}
          left={percent(loop.to)}
          range={[loop.from, to]}
          move={move.to}
          secondsAt={secondsAt}
        />
      )}
    </>
  );
}

function clampFrom(loop: Loop, from: number): Loop {
  const most = loop.to === null ? Number.POSITIVE_INFINITY : loop.to - shortestLoop;
  return { ...loop, from: Math.min(from, most) };
}
function clampTo(loop: Loop, to: number): Loop {
  return { ...loop, to: Math.max(to, loop.from + shortestLoop) };
}

interface HandleProps {
  name: string;
  letter: string;
  seconds: number;
  left: string;
  range: readonly [number, number];
  move: (to: number) => void;
  secondsAt: (x: number) => number;
}

function Handle({ name, letter, seconds, left, range, move, secondsAt }: HandleProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    const direction = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }[event.key];
    if (direction === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    move(seconds + direction * (event.shiftKey ? 1 : 0.1));
  };
  const onPointerDown = (event: PointerEvent) => {
    event.stopPropagation();
    event.currentTarget.setPointerCapture(event.pointerId);
  };
  return (
    <div
      className={css.handle}
      style={{ left }}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- it moves on the waveform, beside other sliders
      role="slider"
      tabIndex={0}
      aria-label={name}
      aria-valuemin={range[0]}
      aria-valuemax={range[1]}
      aria-valuenow={Math.round(seconds * 10) / 10}
      aria-valuetext={sayTime(seconds)}
      title={words.handleAt(name, formatClock(seconds))}
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
      onPointerMove={(event) => {
        event.stopPropagation();
        if (event.currentTarget.hasPointerCapture(event.pointerId)) move(secondsAt(event.clientX));
      }}
      onPointerUp={(event) => event.stopPropagation()}
    >
      {letter}
    </div>
  );
}
