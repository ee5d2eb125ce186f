// Shown instead of the player while there is nothing to play yet: the progress, or that preparing failed.
import type { Video } from "#contract/video.ts";
import { useUser } from "#web/session.ts";
import { Backdrop } from "#web/player/artwork.tsx";
import { PrepareAgain } from "./prepare-again.tsx";
import css from "./preparing.module.css";
import stage from "#web/player/stage.module.css";
import { words } from "./words.ts";

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
