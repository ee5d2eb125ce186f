// The player's frame with an engine that only notes what is asked of it; for tests only.
import type { Media } from "#contract/media.ts";
import type { Video } from "#contract/video.ts";
import type { Verdict } from "#web/player/messages.tsx";
import type { Playback } from "#web/player/playback.ts";
import type { Following } from "#web/player/queue/following.ts";
import { Stage } from "#web/player/stage.tsx";
import { fakeEngine } from "./fake-engine.ts";
import { viewer } from "./people.ts";
import { show } from "./render.tsx";

export const media: Media = {
  hls: "/api/media/a/master.m3u8",
  has_pictures: true,
  can_ask_for_sizes: false,
  width: 640,
  height: 360,
  audio: null,
  thumbnail: null,
  storyboard: null,
  captions: [],
  waveform: null,
  preparation: { state: "done", words: null, progress: 1 },
};
const video: Video = {
  id: "a",
  title: "An evening",
  description: "",
  add_date: "2025-03-01T20:00:00.000Z",
  time_missing: false,
  prevent_autodelete: false,
  duration: 100,
  hidden: false,
  state: "published",
  thumbnail_url: null,
  dominant_color: "#203040",
  peaks: "0123456789abcdef".repeat(4),
  created_at: "2025-03-01T20:00:00.000Z",
  changed_at: "2025-03-01T20:00:00.000Z",
  leaves_at: null,
  revision: 1,
  media,
};

export async function openStage(
  playback: Partial<Playback> = {},
  {
    verdict = null as Verdict,
    resumedAt = 0,
    path = "/video/a",
    hasPictures = true,
    description = "",
    following = null as Following | null,
  } = {},
) {
  const fake = fakeEngine(playback);
  const ways = { previous: null, next: { go: () => fake.asked.push(["next"]) } };
  const shown = { ...video, description, duration: playback.duration ?? video.duration };
  const screen = await show(
    <Stage
      engine={fake.engine}
      video={shown}
      media={{ ...media, has_pictures: hasPictures }}
      {...{ verdict, resumedAt, following, ...ways }}
    />,
    { user: viewer, path },
  );
  return { screen, ...fake };
}
