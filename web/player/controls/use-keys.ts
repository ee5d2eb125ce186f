// Listens to the keyboard for the whole page.
import { useEffect, useEffectEvent } from "react";
import { type Command, describeFocus, findCommand } from "./keys.ts";

export function useKeys(run: (command: Command) => void): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || document.querySelector("dialog[open]")) return;
    const isModified = event.ctrlKey || event.altKey || event.metaKey;
    const command = findCommand({ key: event.key, isModified, on: describeFocus(event.target) });
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
