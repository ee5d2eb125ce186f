// Hands the touches on the picture to the recogniser, and runs what it recognises. A mouse is not its business.
import { type PointerEvent, type TouchEvent, useEffect, useRef, useState } from "react";
import { type Act, feel, holdMs, patienceMs, restingHand, type Touch } from "./gestures.ts";

interface Gestures {
  /** From the first touch until no further tap can belong to it. */
  isBusy: boolean;
  surface: {
    onPointerDown: (event: PointerEvent) => void;
    onPointerMove: (event: PointerEvent) => void;
    onPointerUp: (event: PointerEvent) => void;
    onPointerCancel: (event: PointerEvent) => void;
    onTouchEnd: (event: TouchEvent) => void;
  };
}

/** `run` gets the width of the picture, too. It may be called later than it was made: it must not rely on old values. */
export function useGestures(run: (act: Act, width: number) => void): Gestures {
  const hand = useRef(restingHand);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [isBusy, setBusy] = useState(false);
  useEffect(() => () => clearTimeout(timer.current), []);

  const take = (touch: Touch, width: number) => {
    const { hand: next, acts } = feel(hand.current, touch, width);
    const { phase } = next;
    const isNew = phase !== hand.current.phase;
    hand.current = next;
    for (const act of acts) run(act, width);
    if (!isNew) return;
    clearTimeout(timer.current);
    const patience = patienceMs(next);
    setBusy(phase.is !== "rest" || patience > 0);
    if (phase.is === "pressed") {
      timer.current = setTimeout(() => take({ on: "wait", at: phase.from.at + holdMs }, width), holdMs);
    } else if (patience > 0) timer.current = setTimeout(() => setBusy(false), patience);
  };
  const handle = (kind: "down" | "move" | "up", event: PointerEvent) => {
    if (!isFinger(event)) return;
    const { left, top, width } = event.currentTarget.getBoundingClientRect();
    const { pointerId: id, clientX, clientY, timeStamp: at } = event;
    take({ on: kind, id, x: clientX - left, y: clientY - top, at }, width);
  };
  return {
    isBusy,
    surface: {
      onPointerDown: (event) => handle("down", event),
      onPointerMove: (event) => handle("move", event),
      onPointerUp: (event) => handle("up", event),
      onPointerCancel: (event) => {
        if (isFinger(event)) take({ on: "cancel", id: event.pointerId }, event.currentTarget.clientWidth);
      },
      // else the browser makes a click of the tap, and it lands on whatever the tap has just revealed
      onTouchEnd: (event) => {
        if (event.cancelable) event.preventDefault();
      },
    },
  };
}

export function isFinger({ pointerType }: { pointerType: string }): boolean {
  return pointerType === "touch" || pointerType === "pen";
}
