// Whether nobody has used the player for a while: then its controls are hidden, and nothing can use them.
import { type RefObject, useEffect, useState } from "react";
import { flushSync } from "react-dom";

const patienceMs = 2500;
/** Somebody uses the keyboard in the player, has a menu open, or holds a finger on the seek bar. */
const inUse = ":has(:focus-visible, :popover-open, dialog[open], [data-held='true'])";

export function useIdle(place: RefObject<HTMLElement | null>, mayRest: boolean): [boolean, (isIdle: boolean) => void] {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => {
    const element = place.current;
    if (!element || !mayRest) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const rest = () => {
      if (element.matches(inUse)) wait();
      else setIdle(true);
    };
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(rest, patienceMs);
    };
    const wake = (event: Event) => {
      wait();
      // a finger shows and hides the controls by tapping
      if (event instanceof PointerEvent && event.pointerType !== "mouse") return;
      // at once, because the click or the focus that follows must find them
      if (element.dataset["idle"] === "true" && event.type !== "focusin") flushSync(() => setIdle(false));
      else setIdle(false);
    };
    wait();
    const events = ["pointermove", "pointerdown", "focusin"] as const;
    for (const event of events) element.addEventListener(event, wake);
    addEventListener("keydown", wake);
    return () => {
      clearTimeout(timer);
      for (const event of events) element.removeEventListener(event, wake);
      removeEventListener("keydown", wake);
      setIdle(false);
    };
  }, [place, mayRest]);
  return [mayRest && isIdle, (wanted) => setIdle(wanted && mayRest)];
}
