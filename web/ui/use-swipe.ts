// A swipe of one finger, where the browser would scroll or do nothing: on the bar, on the cover, on a row.
import { type RefObject, useEffect, useEffectEvent } from "react";

type Direction = "up" | "down" | "left" | "right";

interface Options {
  /** So far a finger goes until it is a swipe. */
  leastPx?: number;
  /** Where a phone itself goes back by a swipe. */
  edgePx?: number;
  /** False where `touch-action` leaves these directions to the page: scrolling does not wait for us. */
  claims?: boolean;
  /** While a finger moves, how far from its start; null when it is lifted. */
  follow?: (by: { dx: number; dy: number } | null) => void;
}

/** So far a finger goes before its direction is believed. */
const slackPx = 10;
/** Sideways is flatter than this: a thumb that scrolls moves in a curve. */
const flat = 1.5;

/**
 * What is dragged itself, as a waveform, keeps its touches. Of an element that is there as long as the component. Other
 * directions stay the browser's, and so does down while the page is not at its top.
 */
export function useSwipe(
  place: RefObject<HTMLElement | null>,
  acts: Partial<Record<Direction, (() => void) | null>>,
  options: Options = {},
) {
  const find = useEffectEvent((to: Direction) => (to === "down" && scrollY > 0 ? null : acts[to]));
  const follow = useEffectEvent((by: { dx: number; dy: number } | null) => options.follow?.(by));
  const { leastPx = 48, edgePx = 0, claims = true } = options;
  useEffect(() => {
    const element = place.current;
    if (!element) return undefined;
    const ended = new AbortController();
    let from: Touch | undefined;
    let to: Direction | undefined;
    const move = (event: TouchEvent) => {
      const [touch] = event.changedTouches;
      if (!from || !touch || touch.identifier !== from.identifier) return undefined;
      const [dx, dy] = [touch.clientX - from.clientX, touch.clientY - from.clientY];
      const far = Math.max(Math.abs(dx), Math.abs(dy));
      if (far > slackPx)
        to ??= Math.abs(dx) > flat * Math.abs(dy) ? (dx > 0 ? "right" : "left") : dy > 0 ? "down" : "up";
      const act = to && find(to);
      // the browser scrolls as soon as one move was not claimed
      if (!act) from = far > slackPx ? undefined : from;
      else {
        if (claims && event.cancelable) event.preventDefault();
        follow({ dx, dy });
      }
      return far >= leastPx ? act : undefined;
    };
    const end = (act?: (() => void) | null) => {
      from = undefined;
      follow(null);
      act?.();
    };
    const listen = { passive: !claims, signal: ended.signal };
    const start = ({ touches, changedTouches: [touch], target }: TouchEvent) => {
      const isDrag = target instanceof Element && target.closest("input, [data-drags]") !== null;
      const isAtEdge = touch && (touch.clientX < edgePx || touch.clientX > innerWidth - edgePx);
      from = touches.length === 1 && !isDrag && !isAtEdge ? touch : undefined;
      to = undefined;
    };
    element.addEventListener("touchstart", start, { passive: true, signal: ended.signal });
    element.addEventListener("touchmove", (event) => void move(event), listen);
    element.addEventListener("touchend", (event) => end(move(event)), listen);
    element.addEventListener("touchcancel", () => end(), listen);
    return () => ended.abort();
  }, [place, leastPx, edgePx, claims]);
}
