// The editor's buttons on the video page: the same actions as in the list, with the same dialog.
import { useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import type { Video } from "#contract/video.ts";
import { setHidden, trashVideo } from "#web/library/edit/changes.ts";
import { loadDialog, startEditing, stopEditing, useEditing } from "#web/library/edit/editing.ts";
import { editBorders, useBorderEditing } from "#web/player/borders/editing.ts";
import { toClose, usePlace } from "#web/place.ts";
import { Button } from "#web/ui/button.tsx";
import { videoQuery } from "#web/video-query.ts";
import { words } from "#web/app/words.ts";

const EditDialog = lazy(async () => ({ default: (await loadDialog()).EditDialog }));

const SetListDialog = lazy(async () => ({ default: (await import("#web/songs/set-list-dialog.tsx")).SetListDialog }));

const ExtrasDialog = lazy(async () => ({ default: (await import("#web/library/extras/dialog.tsx")).ExtrasDialog }));

type Work = "hide" | "edit" | "delete";

export function VideoTools({ video }: { video: Video }) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [busy, setBusy] = useState<Work>();
  const [isListing, setListing] = useState(false);
  // the editor of borders belongs to the player
  const isHere = usePlace().show === "page";
  const isOnWave = useBorderEditing(({ id }) => id === video.id);
  const [isExtra, setExtra] = useState(false);
  const edited = useEditing((editing) => editing.video);
  useEffect(() => stopEditing, []);
  const forgetLater = useForgetting(video.id);
  const run = async (what: Work, work: () => Promise<unknown>) => {
    setBusy(what);
    await work();
    setBusy(undefined);
  };
  const remove = async () => {
    if (!(await trashVideo(queries, video))) return;
    // The recording is in the trash: this page has nothing to show.
    forgetLater();
    await navigate("/", { state: toClose });
  };
  return (
    <>
      <Button
        busy={busy === "hide"}
        onClick={() => void run("hide", () => setHidden(queries, video, { hidden: !video.hidden }))}
      >
        {video.hidden ? words.tools.unhide : words.tools.hide}
      </Button>
      <Button busy={busy === "edit"} onClick={() => void run("edit", () => startEditing(video.id))}>
        {words.tools.edit}
      </Button>
      <Button onClick={() => setListing(true)}>{words.tools.setList}</Button>
      {video.media?.hls && isHere && (
        <Button aria-expanded={isOnWave} onClick={() => editBorders(isOnWave ? null : video.id)}>
          {words.tools.borders}
        </Button>
      )}
      <Button onClick={() => setExtra(true)}>{words.tools.extras}</Button>
      <Button busy={busy === "delete"} onClick={() => void run("delete", remove)}>
        {words.tools.delete}
      </Button>
      {isListing && (
        <Suspense>
          <SetListDialog id={video.id} hasDescription={video.description !== ""} close={() => setListing(false)} />
        </Suspense>
      )}
      {isExtra && (
        <Suspense>
          <ExtrasDialog id={video.id} close={() => setExtra(false)} />
        </Suspense>
      )}
      {edited && (
        <Suspense>
          <EditDialog key={edited.id} fetched={edited} close={stopEditing} />
        </Suspense>
      )}
    </>
  );
}

/** Removes a deleted recording from the cache, so that Back does not show it; only after the page is gone, which would load it again. */
function useForgetting(id: string): () => void {
  const queries = useQueryClient();
  const isGone = useRef(false);
  useEffect(
    () => () => {
      if (isGone.current) queries.removeQueries({ queryKey: videoQuery(id).queryKey });
    },
    [queries, id],
  );
  return () => {
    isGone.current = true;
  };
}
