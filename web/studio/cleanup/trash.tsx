// What was put into the trash, by whom or by which rule, and until when it can be taken back.
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { TrashedVideo } from "#contract/retention.ts";
import { call } from "#web/api.ts";
import { useUser } from "#web/session.ts";
import { Blank } from "#web/ui/blank.tsx";
import { Button } from "#web/ui/button.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { useActing } from "#web/studio/acting.ts";
import { Confirm } from "#web/studio/confirm.tsx";
import { formatBytes, formatDay, sayCount } from "#web/studio/format.ts";
import { keepFocus } from "#web/studio/keep-focus.ts";
import { refresh, restore, trashQuery } from "#web/studio/keeping.ts";
import { Loaded } from "#web/studio/loaded.tsx";
import rows from "#web/studio/rows.module.css";
import { Thumb } from "#web/studio/thumb.tsx";

export function TrashPage() {
  const trash = useQuery(trashQuery);
  const [purging, setPurging] = useState<TrashedVideo>();
  return (
    <>
      <Loaded query={trash} what="the trash">
        {(videos) =>
          videos.length === 0 ? (
            <Blank title="The trash is empty">
              What is deleted, by hand or by the rule, stays here for 7 days before it is gone.
            </Blank>
          ) : (
            <section className={rows.part} aria-label="Trash">
              <p className={rows.lead}>
                {sayCount(videos.length, "recording")}, {formatBytes(videos.reduce((sum, { bytes }) => sum + bytes, 0))}
                . Nobody sees them in the archive; until the day given they can be restored as they were.
              </p>
              <ul className={rows.rows} aria-label="Recordings in the trash">
                {videos.map((video) => (
                  <TrashRow key={video.id} video={video} purge={() => setPurging(video)} />
                ))}
              </ul>
            </section>
          )
        }
      </Loaded>
      {purging && <Purge video={purging} close={() => setPurging(undefined)} />}
    </>
  );
}

function TrashRow({ video, purge }: { video: TrashedVideo; purge: () => void }) {
  const acting = useActing();
  const { user } = useUser();
  const restoring = useMutation({ mutationFn: () => restore(acting, video) });
  return (
    <li className={rows.row}>
      <Thumb address={video.thumbnail_url} />
      <div className={rows.words}>
        <span className={rows.title}>
          <bdi>{video.title}</bdi>
        </span>
        <span className={rows.detail}>
          {video.why} Can be restored at least until <time dateTime={video.purge_at}>{formatDay(video.purge_at)}</time>.
        </span>
      </div>
      <span className={rows.facts}>{formatBytes(video.bytes)}</span>
      <div className={rows.actions}>
        <Button
          ref={keepFocus}
          size="small"
          aria-label={`Restore ${video.title}`}
          busy={restoring.isPending}
          onClick={() => restoring.mutate()}
        >
          Restore
        </Button>
        {user?.is_owner && (
          <Button
            ref={keepFocus}
            size="small"
            look="danger"
            aria-label={`Delete for good: ${video.title}`}
            onClick={purge}
          >
            Delete for good
          </Button>
        )}
      </div>
    </li>
  );
}

function Purge({ video, close }: { video: TrashedVideo; close: () => void }) {
  const queries = useQueryClient();
  const purge = async () => {
    await call("purgeVideo", { params: { id: video.id } });
    showToast({ kind: "done", message: `“${video.title}” is gone for good.` });
    void refresh(queries);
  };
  return (
    <Confirm title="Delete this recording for good?" label="Delete 1 recording for good" act={purge} close={close}>
      <p>
        “<bdi>{video.title}</bdi>” and all its files, {formatBytes(video.bytes)}, will be gone. This cannot be undone.
      </p>
    </Confirm>
  );
}
