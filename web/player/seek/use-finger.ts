// One finger on the seek bar: up and down from the bar it moves in smaller steps, so that a second of three hours can be hit.
import { type PointerEvent, useRef, useState } from "react";
import type { Scrubbing } from "#web/player/touch/use-scrub.ts";

export function useFinger(scrubbing: Scrubbing) {
  const last = useRef<{ id: number; x: number } | null>(null);
  const [isDown, setDown] = useState(false);
  return {
    isDown,
    down(
      { pointerId: id, clientX: x, currentTarget }: PointerEvent,
      { at, duration }: Record<"at" | "duration", number>,
    ) {
      if (last.current) return;
      last.current = { id, x };
      setDown(true);
      scrubbing.start({ at, coarse: duration / Math.max(1, currentTarget.clientWidth) });
    },
    move({ pointerId, clientX, clientY, currentTarget }: PointerEvent) {
      if (last.current?.id !== pointerId) return;
      const { top, bottom } = currentTarget.getBoundingClientRect();
      scrubbing.move({ dx: clientX - last.current.x, away: Math.max(0, top - clientY, clientY - bottom) });
      last.current.x = clientX;
    },
    end({ pointerId }: { pointerId: number }, { isWanted }: { isWanted: boolean }) {
      if (last.current?.id !== pointerId) return;
      last.current = null;
      setDown(false);
      scrubbing.end(isWanted);
    },
  };
}
