// Shows the borders that were found in the audio, or has the server look for them first, for recordings of earlier versions.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Video } from "#contract/video.ts";
import { call, sayProblem } from "#web/api.ts";
import { Button } from "#web/ui/button.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { videoQuery } from "#web/video-query.ts";
import css from "./desk.module.css";
import { words } from "./words.ts";

interface Props {
  video: Video;
  /** The audio was searched already. */
  isKnown: boolean;
  show: () => void;
}

export function FindButton({ video: { id, media }, isKnown, show }: Props) {
  const queries = useQueryClient();
  const find = useMutation({
    mutationFn: () => call("findBorders", { params: { id } }),
    // from here on the page polls the progress
    onSuccess: () => queries.invalidateQueries({ queryKey: videoQuery(id).queryKey }),
    onError: (problem) => showToast({ kind: "error", message: words.found.failed(sayProblem(problem)) }),
  });
  const isLooking = !isKnown && media?.preparation.state !== "done";
  return (
    <Button
      className={css.left}
      busy={find.isPending || isLooking}
      onClick={() => {
        show();
        if (!isKnown) find.mutate();
      }}
    >
      {isLooking ? words.found.looking : words.found.find}
    </Button>
  );
}
