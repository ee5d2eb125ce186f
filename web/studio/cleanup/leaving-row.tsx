// One recording that is to leave: when, why, how much room that makes, and a way to keep it.
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

export function LeavingRow({ video, canKeep = false }: { video: LeavingVideo; canKeep?: boolean }) {
  const acting = useActing();
  const keep = useMutation({ mutationFn: () => protect(acting, video) });
  return (
    <li className={rows.row}>
      <Thumb address={video.thumbnail_url} />
      <div className={rows.words}>
        <Link to={`/video/${video.id}`} state={{ depth: 0 }} className={rows.title}>
          <bdi>{video.title}</bdi>
        </Link>
        <span className={rows.detail}>
          Leaves on <time dateTime={video.leaves_at}>{formatDay(video.leaves_at)}</time>,{" "}
          {video.reason === "age" ? `here since ${formatDay(video.added_at)}` : "to stay under the storage cap"}
        </span>
      </div>
      <span className={rows.facts}>{formatBytes(video.bytes)}</span>
      {canKeep && (
        <div className={rows.actions}>
          <Button
            ref={keepFocus}
            size="small"
            aria-label={`Keep ${video.title}`}
            busy={keep.isPending}
            onClick={() => keep.mutate()}
          >
            Keep
          </Button>
        </div>
      )}
    </li>
  );
}
