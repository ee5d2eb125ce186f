// On touch screens a long press on a recording selects it, as in photo apps.
import { useEffect } from "react";
import { toggle } from "#web/library/edit/selection.ts";

const holdMs = 450;
const farPx = 10;

export function useLongPress(): void {
  useEffect(() => {
    const ended = new AbortController();
    const listen: typeof document.addEventListener = (type: string, listener: EventListenerOrEventListenerObject) =>
      document.addEventListener(type, listener, { capture: true, signal: ended.signal });
    let timer: ReturnType<typeof setTimeout> | undefined;
    let start = { x: 0, y: 0 };
    let wasHeld = false;
    const letGo = () => clearTimeout(timer);
    listen("pointerdown", ({ pointerType, target, clientX, clientY }) => {
      wasHeld = false;
      letGo();
      const card = target instanceof Element ? target.closest<HTMLElement>("[data-video]") : null;
      const id = card?.dataset.video;
      if (pointerType === "mouse" || id === undefined) return;
      start = { x: clientX, y: clientY };
      timer = setTimeout(() => {
        wasHeld = true;
        toggle(id);
        navigator.vibrate?.(10);
      }, holdMs);
    });
    listen("pointermove", ({ clientX, clientY }) => {
      if (Math.hypot(clientX - start.x, clientY - start.y) > farPx) letGo();
    });
    listen("pointerup", letGo);
    listen("pointercancel", letGo);
    // Stops what the same touch would do next: follow the link, or open the browser's own menu for it.
    const swallow = (event: Event) => {
      if (!wasHeld) return;
      event.preventDefault();
      event.stopPropagation();
    };
    listen("contextmenu", swallow);
    listen("click", (event) => {
      swallow(event);
      wasHeld = false;
    });
    return () => {
      letGo();
      ended.abort();
    };
  }, []);
}
