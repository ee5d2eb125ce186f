// What can be done with a recording from its card. Loaded after the list: nobody waits for it.
import { lazy, Suspense } from "react";
import type { VideoInList } from "#contract/video.ts";
import { ListTools } from "#web/lists/tools.tsx";
import css from "./card.module.css";

/** Viewers never need it. */
export const loadCardTools = () => import("./card-tools.tsx");
const CardTools = lazy(async () => ({ default: (await loadCardTools()).CardTools }));

/** Whether there is a locked card. */
const LockedNote = lazy(async () => ({ default: (await import("./levels/locked-note.tsx")).LockedNote }));

interface Props {
  video: VideoInList;
  canEdit: boolean;
  titleId: string;
}

export function CardButtons({ video, canEdit, titleId }: Props) {
  if (canEdit)
    return (
      <Suspense>
        <CardTools video={video} titleId={titleId} />
      </Suspense>
    );
  return (
    <div className={css.lists}>
      {video.locked ? (
        <Suspense>
          <LockedNote locked={video.locked} title={video.title} />
        </Suspense>
      ) : (
        <ListTools entry={{ video_id: video.id, performance_id: null }} title={video.title} />
      )}
    </div>
  );
}
