// What was begun and not finished, in this browser: one row, pushed along sideways.
import type { VideoInList } from "#contract/video.ts";
import { Card } from "./card.tsx";
import css from "./continue.module.css";

export function ContinueRow({ videos }: { videos: readonly VideoInList[] }) {
  return (
    <section aria-labelledby="continue-watching" className={css.continue}>
      <h2 id="continue-watching">Continue watching</h2>
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
