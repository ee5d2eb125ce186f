// Installs the service worker, loads the code of the video page when the browser is idle, and a recording's data when somebody points at its link.
import type { QueryClient } from "@tanstack/react-query";
import { positionsQuery } from "#web/memory/positions.ts";
import { videoQuery } from "#web/video-query.ts";
import { installWorker } from "./install.ts";
import { warmCode } from "./video.tsx";

/** How long the pointer must stay before media is loaded; a finger that scrolls has moved by then. */
const dwellMs = 120;

const installAfterMs = 4000;

/** Begins at once; what it returns ends it. */
export function warmVideos(queries: QueryClient): () => void {
  // Loading waits until somebody has done something else; without it the page only needs a connection.
  setTimeout(() => void installWorker().catch(() => undefined), installAfterMs);
  if (isSaving()) return () => undefined;
  let last = "";
  let timer: ReturnType<typeof setTimeout> | undefined;
  // When it fails, opening the recording shows the error.
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
  // capture: before React handles the click and renders another page
  for (const event of events) document.addEventListener(event, warm, { passive: true, capture: true });
  document.addEventListener("pointercancel", stop);
  const cancelIdle = whenIdle(() => void warmCode().catch(() => undefined));
  return () => {
    clearTimeout(timer);
    cancelIdle();
    for (const event of events) document.removeEventListener(event, warm, { capture: true });
    document.removeEventListener("pointercancel", stop);
  };
}

/** With the browser's data saver on, nothing is loaded in advance. */
function isSaving(): boolean {
  return (navigator as Navigator & { connection?: { saveData?: boolean } }).connection?.saveData === true;
}

/** After the list is shown; Safari has no requestIdleCallback. */
function whenIdle(run: () => void): () => void {
  const timer = setTimeout(() => {
    if ("requestIdleCallback" in globalThis) requestIdleCallback(run);
    else run();
  }, 300);
  return () => clearTimeout(timer);
}
