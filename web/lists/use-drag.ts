// Dragging a row of a list by its grip, with mouse, pen or finger. The list is shown as it would become.
import { type PointerEvent, type RefObject, useState } from "react";
import { countAbove } from "./reorder.ts";

interface Dragged {
  from: number;
  to: number;
}

export function useDrag(rows: RefObject<HTMLElement | null>, drop: (from: number, to: number) => void) {
  const [dragged, setDragged] = useState<Dragged | null>(null);
  const grip = (index: number) => ({
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      setDragged({ from: index, to: index });
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      if (!dragged || !event.currentTarget.hasPointerCapture(event.pointerId)) return;
      const boxes = Array.from(rows.current?.children ?? [], (row) => row.getBoundingClientRect());
      // the row itself does not count: it is where the pointer was last
      const others = boxes.filter((_, place) => place !== dragged.to).map(({ top, height }) => top + height / 2);
      const to = countAbove(others, event.clientY);
      if (to !== dragged.to) setDragged({ ...dragged, to });
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
