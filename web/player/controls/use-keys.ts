// Listens to the keyboard for the whole page.
import { useEffect, useEffectEvent } from "react";
import { type Command, describeFocus, findCommand } from "./keys.ts";

/** In the bar the page keeps the keys that it may need itself. */
export function useKeys({ isBar }: { isBar: boolean }, run: (command: Command) => void): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || document.querySelector("dialog[open]")) return;
    const isModified = event.ctrlKey || event.altKey || event.metaKey;
    const command = findCommand({
      ...{ key: event.key, isModified, isShifted: event.shiftKey, isBar },
      on: describeFocus(event.target),
    });
    if (!command) return;
    event.preventDefault();
    run(command);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKeyDown(event);
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  }, []);
}
