// In place of the player while something else plays: the picture, and Play.
import type { Video } from "#contract/video.ts";
import { Backdrop } from "#web/player/artwork.tsx";
import { Icon } from "#web/player/controls/icon.tsx";
import { words as controls } from "#web/player/controls/words.ts";
import stage from "#web/player/stage.module.css";
import css from "./poster.module.css";
import { words } from "./words.ts";

export function Poster({ video, play }: { video: Video; play: () => void }) {
  return (
    <section className={stage.stage} data-look="video" aria-label={words.page.title}>
      <Backdrop thumbnail={video.thumbnail_url} colour={video.dominant_color} />
      {video.thumbnail_url && <img className={css.picture} src={video.thumbnail_url} alt="" draggable={false} />}
      <button type="button" className={css.play} aria-label={controls.buttons.play} onClick={play}>
        <Icon name="play" />
      </button>
    </section>
  );
}
