// In the player's place while there is nothing to play yet: how far it is, or that it failed.
import type { Video } from "#contract/video.ts";
import { useUser } from "#web/session.ts";
import { Backdrop } from "#web/player/artwork.tsx";
import { PrepareAgain } from "./prepare-again.tsx";
import css from "./preparing.module.css";
import stage from "#web/player/stage.module.css";

export function Preparing({ video }: { video: Video }) {
  const { user } = useUser();
  const { state = "waiting", words = null, progress = 0, problem = null } = video.media?.preparation ?? {};
  const hasFailed = video.state === "failed" || state === "failed";
  return (
    <section className={stage.stage} data-look="video" aria-label="Player">
      <Backdrop thumbnail={video.thumbnail_url} colour={video.dominant_color} />
      <output className={css.preparing}>
        {hasFailed ? (
          <>
            <strong className={css.title}>This recording could not be prepared</strong>
            <p>
              {user?.can_edit
                ? (problem ?? "What is wrong with it stands in the log of the archive.")
                : "The editors have been told about it."}
            </p>
            {user?.can_edit && <PrepareAgain id={video.id} />}
          </>
        ) : (
          <>
            <strong className={css.title}>This recording is being prepared</strong>
            <p>{words === null ? "It is waiting for its turn." : `${words}…`} It starts here by itself.</p>
            <progress
              className={css.bar}
              aria-label="Preparation"
              {...(words !== null && { value: progress, max: 1 })}
            />
          </>
        )}
      </output>
    </section>
  );
}
