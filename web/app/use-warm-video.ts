// Who points at a recording will often open it: its page's code comes while nobody waits, the rest a moment before the click.
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { positionsQuery } from "#web/positions.ts";
import { videoQuery } from "#web/video-query.ts";
import { warmCode } from "./video.tsx";

/** So long somebody stays before the first bytes come; a finger that scrolls has moved by then. */
const dwellMs = 120;

export function useWarmVideo(canView: boolean): void {
  const queries = useQueryClient();
  useEffect(() => {
    if (!canView || isSaving()) return;
    let last = "";
    let timer: ReturnType<typeof setTimeout> | undefined;
    // Not reachable now: opening it will say so.
    const makeReady = (id: string) =>
      void warmCode()
        .then((page) => page.warmVideo(queries, id))
        .catch(() => undefined);
    const warm = (event: Event) => {
      const { target, type } = event;
      const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href^="/video/"]') : null;
      const id = link?.pathname.split("/").at(-1) ?? "";
      const isFinger = type === "pointerdown" && (event as PointerEvent).pointerType === "touch";
      const isPress = type === "click" || (type === "pointerdown" && !isFinger);
      if (id === "" || (id === last && !isPress)) return;
      last = id;
      void queries.prefetchQuery(positionsQuery);
      void queries.prefetchQuery(videoQuery(id));
      clearTimeout(timer);
      if (isPress) makeReady(id);
      else timer = setTimeout(makeReady, dwellMs, id);
    };
    const stop = () => {
      clearTimeout(timer);
      last = "";
    };
    const events = ["pointerover", "pointerdown", "focusin", "click"] as const;
    // before React hears of the click, and draws another page
    for (const event of events) document.addEventListener(event, warm, { passive: true, capture: true });
    document.addEventListener("pointercancel", stop);
    const cancelIdle = whenIdle(() => void warmCode().catch(() => undefined));
    return () => {
      clearTimeout(timer);
      cancelIdle();
      for (const event of events) document.removeEventListener(event, warm, { capture: true });
      document.removeEventListener("pointercancel", stop);
    };
  }, [queries, canView]);
}

/** Somebody who counts bytes gets none on suspicion. */
function isSaving(): boolean {
  return (navigator as Navigator & { connection?: { saveData?: boolean } }).connection?.saveData === true;
}

/** When the list is there and drawn; Safari knows no idle time. */
function whenIdle(run: () => void): () => void {
  const timer = setTimeout(() => {
    if ("requestIdleCallback" in globalThis) requestIdleCallback(run);
    else run();
  }, 300);
  return () => clearTimeout(timer);
}
