// Makes the next entry of the queue ready while the one before it still plays, so that there is no gap between them.
import type { QueryClient } from "@tanstack/react-query";
import { setListQuery } from "#web/set-list-query.ts";
import { videoQuery } from "#web/video-query.ts";
import { makeAhead } from "#web/player/engine/engine.ts";
import { chooseStart } from "#web/player/page/start.ts";
import type { QueueEntry } from "./following.ts";

export async function warmEntry(queries: QueryClient, { video_id, start, performance_id }: QueueEntry): Promise<void> {
  try {
    void queries.prefetchQuery(setListQuery(video_id));
    const video = await queries.fetchQuery(videoQuery(video_id));
    const { media } = video;
    if (!media?.hls) return;
    const asked = performance_id === null ? null : start;
    makeAhead({ ...media, hls: media.hls }, chooseStart(video, media, { asked, shouldPlay: true }));
  } catch {
    // opening it shows what is wrong
  }
}
