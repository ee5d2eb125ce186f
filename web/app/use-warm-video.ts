// Who points at a recording will often open it: its page's code comes while nobody waits, the rest a moment before the click.
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { positionsQuery } from "#web/positions.ts";
import { videoQuery } from "#web/video-query.ts";
import { warmCode } from "./video.tsx";

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
      const { target } = event;
      const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href^="/video/"]') : null;
      const id = link?.pathname.split("/").at(-1) ?? "";
      // a finger may only want to scroll
      const isPressed = event.type === "pointerdown" && (event as PointerEvent).pointerType !== "touch";
      if (id === "" || (id === last && !isPressed)) return;
      last = id;
      void queries.prefetchQuery(positionsQuery);
      void queries.prefetchQuery(videoQuery(id));
      clearTimeout(timer);
      // the first bytes only for somebody who stays, or presses
      if (isPressed) makeReady(id);
      else timer = setTimeout(makeReady, dwellMs, id);
    };
    const stop = () => {
      clearTimeout(timer);
      last = "";
    };
    const events = ["pointerover", "pointerdown", "focusin"] as const;
    for (const event of events) document.addEventListener(event, warm, { passive: true });
    document.addEventListener("pointercancel", stop);
    const cancelIdle = whenIdle(() => void warmCode().catch(() => undefined));
    return () => {
      clearTimeout(timer);
      cancelIdle();
      for (const event of events) document.removeEventListener(event, warm);
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
