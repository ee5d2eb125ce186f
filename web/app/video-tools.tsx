// What an editor can do on the video page: the same as on a card of the list, with the same dialog.
import { useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useEffect, useState } from "react";
import type { Video } from "#contract/video.ts";
import { setHidden } from "#web/library/changes.ts";
import { loadDialog, startEditing, stopEditing, useEditing } from "#web/library/editing.ts";
import { Button } from "#web/ui/button.tsx";

const EditDialog = lazy(async () => ({ default: (await loadDialog()).EditDialog }));

export function VideoTools({ video }: { video: Video }) {
  const queries = useQueryClient();
  const [busy, setBusy] = useState<"hide" | "edit">();
  const edited = useEditing((editing) => editing.video);
  useEffect(() => stopEditing, []);
  const run = async (what: "hide" | "edit", work: () => Promise<void>) => {
    setBusy(what);
    await work();
    setBusy(undefined);
  };
  return (
    <>
      <Button
        busy={busy === "hide"}
        onClick={() => void run("hide", () => setHidden(queries, video, { hidden: !video.hidden }))}
      >
        {video.hidden ? "Unhide" : "Hide"}
      </Button>
      <Button busy={busy === "edit"} onClick={() => void run("edit", () => startEditing(video.id))}>
        Edit metadata
      </Button>
      {edited && (
        <Suspense>
          <EditDialog key={edited.id} fetched={edited} close={stopEditing} />
        </Suspense>
      )}
    </>
  );
}
