// Tells the server when this member's line is too slow for the smallest size, if that makes it prepare smaller ones.
import { useEffect } from "react";
import { call } from "#web/api.ts";
import type { Engine } from "./engine/engine.ts";

export function useSlowLine(engine: Engine | undefined, id: string, { canAsk }: { canAsk: boolean }): void {
  useEffect(() => {
    if (!engine || !canAsk) return undefined;
    // nothing depends on the answer: if it fails, the next member asks
    const ask = () => void call("askForSizes", { params: { id } }).catch(() => undefined);
    if (engine.store.getState().isLineTooSlow) ask();
    return engine.store.subscribe((now, before) => {
      if (now.isLineTooSlow && !before.isLineTooSlow) ask();
    });
  }, [engine, id, canAsk]);
}
