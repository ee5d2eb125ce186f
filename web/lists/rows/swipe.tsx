// A finger that pushes a row to the side puts it into the queue: to the right at its end, to the left next. Up and down still
// scroll the page, and the grip still drags.
import { type CSSProperties, type ReactNode, useRef, useState } from "react";
import type { Named } from "#web/lists/favourites.ts";
import { useQueueing } from "#web/lists/queueing.ts";
import { words } from "#web/lists/words.ts";
import { useSwipe } from "#web/ui/use-swipe.ts";
import css from "./swipe.module.css";

const enough = 80;

export function Swipe({ named, children }: { named: Named; children: ReactNode }) {
  const queueing = useQueueing(named);
  const row = useRef<HTMLDivElement>(null);
  const [by, setBy] = useState(0);
  useSwipe(
    row,
    { left: () => queueing.mutate({ next: true }), right: () => queueing.mutate({ next: false }) },
    { leastPx: enough, edgePx: 24, claims: false, follow: (to) => setBy(to?.dx ?? 0) },
  );
  const isNext = by < 0;
  return (
    <div
      ref={row}
      className={css.swipe}
      data-moved={by === 0 ? undefined : isNext ? "left" : "right"}
      data-enough={Math.abs(by) >= enough}
      style={{ "--by": `${by}px` } as CSSProperties}
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
