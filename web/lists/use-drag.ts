// Dragging a row of a list by its grip, with mouse, pen or finger. The list is shown as it would become, and scrolls while
// the pointer is near the upper or lower edge of the window.
import { type PointerEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import { countAbove, scrollStep } from "./reorder.ts";

interface Dragged {
  from: number;
  to: number;
}

export function useDrag(rows: RefObject<HTMLElement | null>, drop: (from: number, to: number) => void) {
  const [dragged, setDragged] = useState<Dragged | null>(null);
  const shown = useRef(dragged);
  const pointerY = useRef(0);
  useLayoutEffect(() => {
    shown.current = dragged;
  }, [dragged]);

  const place = () => {
    const { current } = shown;
    if (!current) return;
    const boxes = Array.from(rows.current?.children ?? [], (row) => row.getBoundingClientRect());
    // the row itself does not count: it is where the pointer was last
    const others = boxes.filter((_, index) => index !== current.to).map(({ top, height }) => top + height / 2);
    const to = countAbove(others, pointerY.current);
    if (to !== current.to) setDragged({ ...current, to });
  };
  const follow = useRef(place);
  useLayoutEffect(() => {
    follow.current = place;
  });

  const isHeld = dragged !== null;
  useEffect(() => {
    if (!isHeld) return undefined;
    let frame = requestAnimationFrame(function step() {
      const by = scrollStep(pointerY.current, window.innerHeight);
      if (by !== 0) {
        window.scrollBy({ top: by, behavior: "instant" });
        follow.current();
      }
      frame = requestAnimationFrame(step);
    });
    return () => cancelAnimationFrame(frame);
  }, [isHeld]);

  const grip = (index: number) => ({
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      pointerY.current = event.clientY;
      setDragged({ from: index, to: index });
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
      pointerY.current = event.clientY;
      place();
    },
    onPointerUp() {
      if (dragged) drop(dragged.from, dragged.to);
      setDragged(null);
    },
    onPointerCancel: () => setDragged(null),
  });
  return { dragged, grip };
}

export type Grip = ReturnType<ReturnType<typeof useDrag>["grip"]>;
