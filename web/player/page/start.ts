// How a recording starts: where it was stopped, with the volume and speed last used in this browser.
import type { Media } from "#contract/media.ts";
import type { Video } from "#contract/video.ts";
import { usePersisted } from "#web/memory/persisted.ts";
import { readPosition } from "#web/memory/positions.ts";
import type { Start } from "#web/player/engine/engine.ts";
import { captionHabits, useHabits } from "#web/player/habits.ts";

interface Wish {
  /** A moment that the address asks for. */
  asked: number | null;
  shouldPlay: boolean;
}

export function chooseStart(
  video: Pick<Video, "id" | "duration">,
  media: Pick<Media, "has_pictures">,
  { asked, shouldPlay }: Wish,
): Start {
  const { volume, audioOnly } = usePersisted.getState();
  const { isMuted, rate } = useHabits.getState();
  const { track: captions } = captionHabits();
  const position = asked ?? findResume(video);
  return { position, shouldPlay, isAudioOnly: audioOnly || !media.has_pictures, volume, isMuted, rate, captions };
}

/** Where to continue; a recording that was almost finished starts from the beginning. */
function findResume({ id, duration }: Pick<Video, "id" | "duration">): number {
  const position = readPosition(id);
  const end = duration ?? Number.POSITIVE_INFINITY;
  return position < end - Math.min(5, end * 0.05) ? position : 0;
}
