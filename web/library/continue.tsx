// Recordings that were started and not finished in this browser, in one row that scrolls sideways.
import type { VideoInList } from "#contract/video.ts";
import { Card } from "./card.tsx";
import css from "./continue.module.css";
import { words } from "./words.ts";

export function ContinueRow({ videos }: { videos: readonly VideoInList[] }) {
  return (
    <section aria-labelledby="continue-watching" className={css.continue}>
      <h2 id="continue-watching">{words.home.continueWatching}</h2>
      <ul className={css.row} aria-labelledby="continue-watching">
        {videos.map((video) => (
          <li key={video.id} className={css.place}>
            <Card video={video} />
          </li>
        ))}
      </ul>
    </section>
  );
}
