// What the first picture does not need waits for it: it would take the line and the processor from it.
import { useEffect, useState } from "react";
import { useCurrentEngine } from "./current-engine.ts";
import type { Engine } from "./engine/engine.ts";

/** Milliseconds from the first data to a picture that is seen. */
const toPictureMs = 300;
/** The rest of the page does not wait longer for the picture on a slow line. */
const longestMs = 1000;

/** Runs once: when the first data has arrived, when there is trouble, or after a second. What it returns cancels it. */
export function whenReady({ store }: Engine, run: () => void): () => void {
  const hasCome = () => store.getState().isReady || store.getState().trouble !== null;
  let timer = setTimeout(run, hasCome() ? toPictureMs : longestMs);
  const forget = store.subscribe(() => {
    if (!hasCome()) return;
    forget();
    clearTimeout(timer);
    timer = setTimeout(run, toPictureMs);
  });
  return () => {
    forget();
    clearTimeout(timer);
  };
}

/** Whether the player on this page has its first picture, or is not expected to have it soon. */
export function useIsReady(): boolean {
  const engine = useCurrentEngine((current) => current.engine);
  const [isReady, setReady] = useState(false);
  useEffect(() => (engine ? whenReady(engine, () => setReady(true)) : undefined), [engine]);
  return isReady;
}
