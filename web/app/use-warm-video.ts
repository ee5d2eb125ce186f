// Who points at a recording will often open it: its page's code and what it asks first are fetched a moment earlier.
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { positionsQuery } from "#web/positions.ts";
import { videoQuery } from "#web/video-query.ts";
import { warmCode } from "./video.tsx";

const dwellMs = 120;

export function useWarmVideo(): void {
  const queries = useQueryClient();
  useEffect(() => {
    let last = "";
    let timer: ReturnType<typeof setTimeout> | undefined;
    const warm = ({ target, type }: Event) => {
      const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href^="/video/"]') : null;
      const id = link?.pathname.split("/").at(-1) ?? "";
      if (id === "" || id === last) return;
      last = id;
      void queries.prefetchQuery(positionsQuery);
      void queries.prefetchQuery(videoQuery(id));
      clearTimeout(timer);
      // the first bytes only for somebody who stays, or presses
      const warmBytes = () =>
        void warmCode()
          .then((page) => page.warmVideo(queries, id))
          .catch(() => undefined);
      timer = setTimeout(warmBytes, type === "pointerdown" ? 0 : dwellMs);
      // Not reachable now: opening it will say so.
      warmCode().catch(() => undefined);
    };
    const events = ["pointerover", "pointerdown", "focusin"] as const;
    for (const event of events) document.addEventListener(event, warm, { passive: true });
    return () => {
      for (const event of events) document.removeEventListener(event, warm);
    };
  }, [queries]);
}
