// Dragging a row of a list by its grip, with mouse, pen or finger. The list is shown as it would become, and scrolls while
// the pointer is near the upper or lower edge of the window.
import {
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { countAbove, scrollStep } from "./reorder.ts";

interface Dragged {
  from: number;
  to: number;
}

export function useDrag(rows: RefObject<HTMLElement | null>, drop: (from: number, to: number) => void) {
  const [dragged, setDragged] = useState<Dragged | null>(null);
  const pointer = useRef({ id: 0, y: 0 });
  const latest = useRef({ dragged, drop });
  useLayoutEffect(() => {
    latest.current = { dragged, drop };
  });

  const isHeld = dragged !== null;
  useEffect(() => {
    if (!isHeld) return undefined;
    const find = (shown: Dragged): number => {
      const boxes = Array.from(rows.current?.children ?? [], (row) => row.getBoundingClientRect());
      // the row itself does not count: it is where the pointer was last
      const others = boxes.filter((_, index) => index !== shown.to).map(({ top, height }) => top + height / 2);
      return countAbove(others, pointer.current.y);
    };
    const place = () => {
      const { dragged: shown } = latest.current;
      const to = shown && find(shown);
      if (shown && to !== null && to !== shown.to) setDragged({ ...shown, to });
    };
    let frame = requestAnimationFrame(function step() {
      const by = scrollStep(pointer.current.y, window.innerHeight);
      if (by !== 0) {
        const scrolled = rows.current?.closest("[data-scrolls]") ?? window;
        scrolled.scrollBy({ top: by, behavior: "instant" });
        place();
      }
      frame = requestAnimationFrame(step);
    });
    const stop = new AbortController();
    const listen = (type: "pointermove" | "pointerup" | "pointercancel", act: () => void) =>
      window.addEventListener(
        type,
        ({ pointerId, clientY }) => {
          if (pointerId !== pointer.current.id) return;
          pointer.current.y = clientY;
          act();
        },
        { signal: stop.signal },
      );
    listen("pointermove", place);
    listen("pointercancel", () => setDragged(null));
    listen("pointerup", () => {
      const { dragged: shown, drop: put } = latest.current;
      // not where it is shown: the last move may not be rendered yet
      if (shown) put(shown.from, find(shown));
      setDragged(null);
    });
    return () => {
      cancelAnimationFrame(frame);
      stop.abort();
    };
  }, [isHeld, rows]);

  const grip = (index: number) => ({
    onPointerDown({ button, pointerId, clientY }: PointerEvent<HTMLElement>) {
      if (button !== 0) return;
      // not by the grip: its row is moved in the document, and would lose the pointer
      rows.current?.setPointerCapture(pointerId);
      pointer.current = { id: pointerId, y: clientY };
      setDragged({ from: index, to: index });
    },
  });
  return { dragged, grip };
}

export type Grip = ReturnType<ReturnType<typeof useDrag>["grip"]>;

/** The arrow keys on the grip do the same. */
export function stepByKey(event: KeyboardEvent, step: (by: -1 | 1) => void): void {
  if (event.key !== "ArrowUp" && event.key !== "ArrowDown") return;
  event.preventDefault();
  step(event.key === "ArrowUp" ? -1 : 1);
}
