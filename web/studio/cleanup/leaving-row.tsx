// One recording that is due to be deleted: when, why, how much space that frees, and a button to keep it.
import { useMutation } from "@tanstack/react-query";
import { Link } from "react-router";
import type { LeavingVideo } from "#contract/retention.ts";
import { Button } from "#web/ui/button.tsx";
import { useActing } from "#web/studio/acting.ts";
import { formatBytes, formatDay } from "#web/studio/format.ts";
import { keepFocus } from "#web/studio/keep-focus.ts";
import { protect } from "#web/studio/keeping.ts";
import rows from "#web/studio/rows.module.css";
import { Thumb } from "#web/studio/thumb.tsx";
import { words } from "./words.ts";

interface Props {
  video: LeavingVideo;
  /** The rule that is shown deletes only the video. */
  keepsAudio: boolean;
  canKeep?: boolean;
}

export function LeavingRow({ video, keepsAudio, canKeep = false }: Props) {
  const acting = useActing();
  const keep = useMutation({ mutationFn: () => protect(acting, video) });
  return (
    <li className={rows.row}>
      <Thumb address={video.thumbnail_url} />
      <div className={rows.words}>
        <Link to={`/video/${video.id}`} className={rows.title}>
          <bdi>{video.title}</bdi>
        </Link>
        <span className={rows.detail}>
          {keepsAudio ? words.next.videoDeletedOn : words.next.deletedOn}{" "}
          <time dateTime={video.leaves_at}>{formatDay(video.leaves_at)}</time>,{" "}
          {video.reason === "age" ? words.next.byAge(formatDay(video.added_at)) : words.next.byCap}
        </span>
      </div>
      <span className={rows.facts}>{formatBytes(video.bytes)}</span>
      {canKeep && (
        <div className={rows.actions}>
          <Button
            ref={keepFocus}
            size="small"
            aria-label={words.next.keepThis(video.title)}
            busy={keep.isPending}
            onClick={() => keep.mutate()}
          >
            {words.next.keep}
          </Button>
        </div>
      )}
    </li>
  );
}
