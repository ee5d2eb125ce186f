// Recordings that were started and not finished in this browser.
import type { VideoInList } from "#contract/video.ts";
import { Shelf } from "#web/ui/shelf/shelf.tsx";
import { Card } from "./card.tsx";
import { words } from "./words.ts";

export function ContinueRow({ videos }: { videos: readonly VideoInList[] }) {
  return (
    <Shelf id="continue-watching" heading={words.home.continueWatching}>
      {videos.map((video) => (
        <li key={video.id}>
          <Card video={video} />
        </li>
      ))}
    </Shelf>
  );
}
