// The recordings that a filter leaves. Of very many they are found in short steps, so that typing never waits for them.
import { useEffect, useState } from "react";
import type { VideoInList } from "#contract/video.ts";
import { type Filter, filterBy, filterVideos, isNarrow, type Positions } from "./filter.ts";

/** So few are filtered at once. */
const few = 5000;
/** A key that is pressed meanwhile is shown after this at the latest. */
const stepMs = 8;

export function useFiltered(
  videos: readonly VideoInList[],
  filter: Filter,
  positions: Positions,
): readonly VideoInList[] {
  const isEasy = videos.length <= few || !isNarrow(filter);
  // what was shown before stays until all are found
  const [found, setFound] = useState<readonly VideoInList[]>();
  const key = JSON.stringify(filter);
  useEffect(() => {
    let isOver = false;
    const isLeft = filterBy(JSON.parse(key) as Filter, positions);
    const finding = isEasy ? Promise.resolve(undefined) : filterInSteps(videos, isLeft, () => isOver);
    void finding.then((all) => isOver || setFound(all));
    return () => {
      isOver = true;
    };
  }, [videos, key, positions, isEasy]);
  if (!isNarrow(filter)) return videos;
  return isEasy ? filterVideos(videos, filter, positions) : (found ?? videos);
}

async function filterInSteps(
  videos: readonly VideoInList[],
  isLeft: (video: VideoInList) => boolean,
  isOver: () => boolean,
): Promise<VideoInList[]> {
  const found: VideoInList[] = [];
  let restAt = performance.now() + stepMs;
  for (const [index, video] of videos.entries()) {
    if (isLeft(video)) found.push(video);
    if (index % 100 > 0 || performance.now() < restAt) continue;
    await new Promise((resolve) => setTimeout(resolve));
    if (isOver()) break;
    restAt = performance.now() + stepMs;
  }
  return found;
}
