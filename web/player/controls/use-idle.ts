// Whether nobody has used the player for a while: then its controls are hidden.
import { type RefObject, useEffect, useState } from "react";

const patienceMs = 2500;

export function useIdle(place: RefObject<HTMLElement | null>, mayRest: boolean): [boolean, (isIdle: boolean) => void] {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => {
    const element = place.current;
    if (!element || !mayRest) return;
    let timer = setTimeout(() => setIdle(true), patienceMs);
    const wake = (event: Event) => {
      clearTimeout(timer);
      timer = setTimeout(() => setIdle(true), patienceMs);
      // on touch screens the tap itself shows or hides the controls
      if ((event as PointerEvent).pointerType !== "touch") setIdle(false);
    };
    const events = ["pointermove", "pointerdown", "focusin", "keydown"] as const;
    for (const event of events) element.addEventListener(event, wake);
    const onKey = (event: KeyboardEvent) => wake(event);
    addEventListener("keydown", onKey);
    return () => {
      clearTimeout(timer);
      for (const event of events) element.removeEventListener(event, wake);
      removeEventListener("keydown", onKey);
      setIdle(false);
    };
  }, [place, mayRest]);
  return [mayRest && isIdle, setIdle];
}
