// The trash: what is in it, who or which rule put it there, and until when it can be restored.
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
import { formatBytes, formatDay } from "#web/studio/format.ts";
import { keepFocus } from "#web/studio/keep-focus.ts";
import { restore } from "#web/studio/keeping.ts";
import { Loaded } from "#web/studio/loaded.tsx";
import { refresh, trashQuery } from "#web/studio/queries.ts";
import rows from "#web/studio/rows.module.css";
import { Thumb } from "#web/studio/thumb.tsx";
import { words } from "./words.ts";

export function TrashPage() {
  const trash = useQuery(trashQuery);
  const [purging, setPurging] = useState<TrashedVideo>();
  return (
    <>
      <Loaded query={trash} what={words.trash.what}>
        {(videos) =>
          videos.length === 0 ? (
            <Blank title={words.trash.emptyTitle}>{words.trash.empty}</Blank>
          ) : (
            <section className={rows.part} aria-label={words.trash.title}>
              <p className={rows.lead}>
                {words.trash.lead(videos.length, formatBytes(videos.reduce((sum, { bytes }) => sum + bytes, 0)))}
              </p>
              <ul className={rows.rows} aria-label={words.trash.list}>
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
          {video.why} {words.trash.restorableUntil} <time dateTime={video.purge_at}>{formatDay(video.purge_at)}</time>.
        </span>
      </div>
      <span className={rows.facts}>{formatBytes(video.bytes)}</span>
      <div className={rows.actions}>
        <Button
          ref={keepFocus}
          size="small"
          aria-label={words.trash.restoreThis(video.title)}
          busy={restoring.isPending}
          onClick={() => restoring.mutate()}
        >
          {words.trash.restore}
        </Button>
        {user?.is_owner && (
          <Button
            ref={keepFocus}
            size="small"
            look="danger"
            aria-label={words.trash.purgeThis(video.title)}
            onClick={purge}
          >
            {words.trash.purge}
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
    showToast({ kind: "done", message: words.trash.purged(video.title) });
    void refresh(queries);
  };
  return (
    <Confirm title={words.purge.title} label={words.purge.confirm} act={purge} close={close}>
      <p>
        “<bdi>{video.title}</bdi>” {words.purge.lost(formatBytes(video.bytes))}
      </p>
    </Confirm>
  );
}
