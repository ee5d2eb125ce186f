// The order in which the list was last shown, so that previous and next on the video page follow it.
import type { VideoInList } from "#contract/video.ts";
import { filterVideos, readFilter, sortVideos } from "#web/library/filter/filter.ts";

let lastQuery = "";

export function rememberOrder(query: string): void {
  lastQuery = query;
}

/** Neighbours follow the order of the list. The "unfinished" filter is ignored, because watching changes what is unfinished. */
export function arrangeVideos(videos: readonly VideoInList[]): readonly VideoInList[] {
  const filter = { ...readFilter(new URLSearchParams(lastQuery), { canEdit: true }), isUnfinishedOnly: false };
  return filterVideos(sortVideos(videos, filter.sort), filter, {});
}
