// A swipe of one finger on the bar or on the cover, where the browser would scroll or do nothing.
import { type RefObject, useEffect, useEffectEvent } from "react";

type Direction = "up" | "down" | "left" | "right";

/** So far a finger goes before its direction is believed, and so far until it is a swipe. */
const [slackPx, leastPx] = [10, 48];

/** What is dragged itself, as a waveform, keeps its touches. Of an element that is there as long as the component. Other directions stay the browser's, and so does down while the page is not at its top. */
export function useSwipe(place: RefObject<HTMLElement | null>, acts: Partial<Record<Direction, (() => void) | null>>) {
  const find = useEffectEvent((to: Direction) => (to === "down" && scrollY > 0 ? null : acts[to]));
  useEffect(() => {
    const element = place.current;
    if (!element) return undefined;
    const ended = new AbortController();
    let from: Touch | undefined;
    let to: Direction | undefined;
    const follow = (event: TouchEvent) => {
      const [touch] = event.changedTouches;
      if (!from || !touch || touch.identifier !== from.identifier) return undefined;
      const [dx, dy] = [touch.clientX - from.clientX, touch.clientY - from.clientY];
      const far = Math.max(Math.abs(dx), Math.abs(dy));
      if (far > slackPx) to ??= Math.abs(dx) > Math.abs(dy) ? (dx > 0 ? "right" : "left") : dy > 0 ? "down" : "up";
      const act = to && find(to);
      // the browser scrolls as soon as one move was not claimed
      if (!act) from = far > slackPx ? undefined : from;
      else if (event.cancelable) event.preventDefault();
      return far >= leastPx ? act : undefined;
    };
    const options = { passive: false, signal: ended.signal };
    const start = ({ touches, changedTouches, target }: TouchEvent) => {
      const isDrag = target instanceof Element && target.closest("input, [data-drags]") !== null;
      from = touches.length === 1 && !isDrag ? changedTouches[0] : undefined;
      to = undefined;
    };
    element.addEventListener("touchstart", start, { passive: true, signal: ended.signal });
    element.addEventListener("touchmove", (event) => void follow(event), options);
    element.addEventListener("touchend", (event) => follow(event)?.(), options);
    element.addEventListener("touchcancel", () => (from = undefined), options);
    return () => ended.abort();
  }, [place]);
}
