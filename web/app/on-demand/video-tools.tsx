// The editor's buttons on the video page: hiding, and the editor with everything else.
import { useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import type { Video } from "#contract/video.ts";
import { setHidden } from "#web/library/edit/changes.ts";
import { toClose } from "#web/place.ts";
import { Button } from "#web/ui/button.tsx";
import { videoQuery } from "#web/video-query.ts";
import { words } from "#web/app/words.ts";

const Editor = lazy(async () => ({ default: (await import("#web/studio/recordings/editor.tsx")).Editor }));

export function VideoTools({ video }: { video: Video }) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [isHiding, setHiding] = useState(false);
  const [isEditing, setEditing] = useState(false);
  const guard = useRef<() => boolean>(null);
  const forgetLater = useForgetting(video.id);
  const hide = async () => {
    setHiding(true);
    await setHidden(queries, video, { hidden: !video.hidden });
    setHiding(false);
  };
  return (
    <>
      <Button busy={isHiding} onClick={() => void hide()}>
        {video.hidden ? words.tools.unhide : words.tools.hide}
      </Button>
      <Button
        aria-expanded={isEditing}
        onClick={() => (isEditing ? guard.current?.() !== false && setEditing(false) : setEditing(true))}
      >
        {words.tools.edit}
      </Button>
      {isEditing && (
        <Suspense>
          <Editor
            id={video.id}
            isModal
            guard={guard}
            close={() => setEditing(false)}
            gone={() => {
              // The recording is in the trash: this page has nothing to show.
              forgetLater();
              void navigate("/", { state: toClose });
            }}
          />
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
