// One border on the waveform: a slider that is dragged, or moved with the arrow keys.
import { type CSSProperties, type KeyboardEvent, type PointerEvent, useRef } from "react";
import { formatTenths } from "#web/player/time.ts";
import type { Border } from "#web/player/borders/model/border-list.ts";
import { nameRow } from "#web/player/borders/model/rows.ts";
import css from "./wave.module.css";
import { words } from "#web/player/borders/words.ts";

interface Props {
  border: Border;
  isSelected: boolean;
  style: CSSProperties;
  select: () => void;
  move: (seconds: number) => void;
  secondsPerPixel: () => number;
}

export function nameBorder({ row, side }: Pick<Border, "row" | "side">): string {
  return words.border[side](nameRow(row).trim() || words.unnamed);
}

export function BorderHandle({ border, isSelected, style, select, move, secondsPerPixel }: Props) {
  const grabbed = useRef<{ x: number; at: number } | null>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    const direction = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }[event.key];
    if (direction === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    select();
    move(border.at + direction * (event.shiftKey ? 1 : 0.1));
  };
  const onPointerDown = (event: PointerEvent) => {
    if (event.button !== 0) return;
    event.stopPropagation();
    event.currentTarget.setPointerCapture(event.pointerId);
    grabbed.current = { x: event.clientX, at: border.at };
    select();
  };
  const onPointerMove = (event: PointerEvent) => {
    if (!grabbed.current) return;
    event.stopPropagation();
    move(grabbed.current.at + (event.clientX - grabbed.current.x) * secondsPerPixel());
  };
  const letGo = (event: PointerEvent) => {
    if (grabbed.current) event.stopPropagation();
    grabbed.current = null;
  };
  return (
    <div
      className={css.handle}
      data-side={border.side}
      data-selected={isSelected}
      style={style}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- it moves on the waveform, beside other sliders
      role="slider"
      tabIndex={0}
      aria-label={nameBorder(border)}
      aria-valuemin={border.from}
      aria-valuemax={border.to}
      aria-valuenow={border.at}
      aria-valuetext={formatTenths(border.at)}
      onFocus={select}
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={letGo}
      onPointerCancel={letGo}
    >
      {isSelected && <span className={css.label}>{formatTenths(border.at)}</span>}
    </div>
  );
}
