// A finger that pushes a row to the side puts it into the queue: to the right at its end, to the left next. Up and down still
// scroll the page, and the grip still drags.
import { type CSSProperties, type PointerEvent, type ReactNode, useRef, useState } from "react";
import type { Named } from "#web/lists/favourites.ts";
import { useQueueing } from "#web/lists/queueing.ts";
import { words } from "#web/lists/words.ts";
import css from "./swipe.module.css";

/** Less is a tap; from there on it counts. */
const [least, enough] = [12, 80];
/** A phone goes back by a swipe from its edge. */
const edge = 24;

export function Swipe({ named, children }: { named: Named; children: ReactNode }) {
  const queueing = useQueueing(named);
  // a fast finger is lifted before what it has moved is rendered
  const start = useRef<{ id: number; x: number; y: number; isSideways: boolean } | null>(null);
  const [by, setBy] = useState(0);
  const end = () => {
    start.current = null;
    setBy(0);
  };
  const move = ({ pointerId, clientX, clientY, currentTarget }: PointerEvent) => {
    if (start.current?.id !== pointerId) return;
    const [x, y] = [clientX - start.current.x, clientY - start.current.y];
    if (!start.current.isSideways) {
      if (Math.abs(x) < Math.max(least, 2 * Math.abs(y))) return;
      start.current.isSideways = true;
      currentTarget.setPointerCapture(pointerId);
    }
    setBy(x);
  };
  const isNext = by < 0;
  return (
    <div
      className={css.swipe}
      data-moved={by === 0 ? undefined : isNext ? "left" : "right"}
      data-enough={Math.abs(by) >= enough}
      style={{ "--by": `${by}px` } as CSSProperties}
      onPointerDown={({ pointerType, pointerId, clientX: x, clientY: y }) => {
        const isAtEdge = x < edge || x > innerWidth - edge;
        if (pointerType === "touch" && !isAtEdge) start.current = { id: pointerId, x, y, isSideways: false };
      }}
      onPointerMove={move}
      onPointerUp={({ pointerId, clientX }) => {
        const { current: from } = start;
        const far = from?.id === pointerId && from.isSideways ? clientX - from.x : 0;
        if (Math.abs(far) >= enough) queueing.mutate({ next: far < 0 });
        end();
      }}
      onPointerCancel={end}
    >
      {by !== 0 && (
        <span className={css.said} aria-hidden="true">
          {isNext ? words.queue.next : words.queue.last}
        </span>
      )}
      {children}
    </div>
  );
}
