// Listens to the keyboard before the player does: while borders are edited, some keys mean something else.
import { useEffect, useEffectEvent } from "react";
import { describeFocus } from "#web/player/controls/keys.ts";
import { type Action, findAction } from "./keys.ts";

export function useActions(run: (action: Action) => void): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.altKey || event.metaKey || document.querySelector("dialog[open]")) return;
    if (describeFocus(event.target) === "text") return;
    const action = findAction(event.key);
    if (!action) return;
    // the player leaves keys alone that are handled
    event.preventDefault();
    run(action);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKeyDown(event);
    addEventListener("keydown", listen, { capture: true });
    return () => removeEventListener("keydown", listen, { capture: true });
  }, []);
}
