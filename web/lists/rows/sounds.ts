// Whether something in a list is what plays now.
import type { EntryKey } from "#contract/lists.ts";
import { usePlaying } from "#web/place.ts";

export type Sounds = "playing" | "paused" | null;

/** Whether this is what plays, wherever it is listed: a whole recording, or one performance in it. */
export function useSounds({ video_id, performance_id }: EntryKey): Sounds {
  return usePlaying(({ id, performance, isPaused }) => {
    const isThis = id === video_id && (performance_id === null || performance_id === performance);
    return !isThis ? null : isPaused ? "paused" : "playing";
  });
}

export function useSongSounds(song: string): Sounds {
  return usePlaying(({ songs, isPaused }) => (!songs.includes(song) ? null : isPaused ? "paused" : "playing"));
}
