// Shown instead of the player while there is nothing to play yet: the progress, or that preparing failed.
import type { Video } from "#contract/video.ts";
import { useUser } from "#web/session.ts";
import { Backdrop } from "#web/player/artwork.tsx";
import css from "./preparing.module.css";
import stage from "#web/player/stage.module.css";
import { words } from "./words.ts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "#web/api.ts";
import { Button } from "#web/ui/button.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { videoQuery } from "#web/video-query.ts";

export function Preparing({ video }: { video: Video }) {
  const { user } = useUser();
  const { state = "waiting", words: step = null, progress = 0, problem = null } = video.media?.preparation ?? {};
  const hasFailed = video.state === "failed" || state === "failed";
  return (
    <section className={stage.stage} data-look="video" aria-label={words.preparing.player}>
      <Backdrop thumbnail={video.thumbnail_url} colour={video.dominant_color} />
      <output className={css.preparing}>
        {hasFailed ? (
          <>
            <strong className={css.title}>{words.preparing.failed}</strong>
            <p>{user?.can_edit ? (problem ?? words.preparing.failedForEditors) : words.preparing.failedForViewers}</p>
            {user?.can_edit && <PrepareAgain id={video.id} />}
          </>
        ) : (
          <>
            <strong className={css.title}>{words.preparing.title}</strong>
            <p>
              {step === null ? words.preparing.waiting : words.preparing.running(step)} {words.preparing.startsHere}
            </p>
            <progress
              className={css.bar}
              aria-label={words.preparing.progress}
              {...(step !== null && { value: progress, max: 1 })}
            />
          </>
        )}
      </output>
    </section>
  );
}

/** For editors: a button that prepares a failed recording once more. */
function PrepareAgain({ id }: { id: string }) {
  const queries = useQueryClient();
  const again = useMutation({
    mutationFn: () => call("prepareAgain", { params: { id } }),
    // from here on the page polls the progress
    onSuccess: ({ video }) => queries.setQueryData(videoQuery(id).queryKey, video),
    onError: ({ message }) => showToast({ kind: "error", message: words.messages.prepareAgainFailed(message) }),
  });
  return (
    <Button look="lamp" busy={again.isPending} onClick={() => again.mutate()}>
      {words.preparing.tryAgain}
    </Button>
  );
}
