// What the lock screen, headphones and media keys show and do.
import { useEffect, useEffectEvent } from "react";
import type { Engine } from "./engine/engine.ts";

interface Shown {
  /** The title of the song, or of the recording. */
  title: string;
  /** The recording, if the title is a song's. */
  album: string;
  archive: string;
  artwork: string | null;
  previous: (() => void) | null;
  next: (() => void) | null;
}

export function useMediaSession(engine: Engine, { title, album, archive, artwork, previous, next }: Shown): void {
  const goPrevious = useEffectEvent(() => previous?.());
  const goNext = useEffectEvent(() => next?.());
  useEffect(() => {
    if (!("mediaSession" in navigator)) return;
    navigator.mediaSession.metadata = new MediaMetadata({
      title,
      artist: archive,
      album,
      artwork: artwork === null ? [] : [{ src: new URL(artwork, location.href).href }],
    });
  }, [title, album, archive, artwork]);
  const [hasPrevious, hasNext] = [previous !== null, next !== null];
  useEffect(() => {
    if (!("mediaSession" in navigator)) return;
    const session = navigator.mediaSession;
    const skip = (seconds: number) => engine.seek(engine.readTime() + seconds);
    const actions: [MediaSessionAction, MediaSessionActionHandler | null][] = [
      ["play", () => engine.play()],
      ["pause", () => engine.pause()],
      ["seekbackward", ({ seekOffset }) => skip(-(seekOffset ?? 10))],
      ["seekforward", ({ seekOffset }) => skip(seekOffset ?? 10)],
      ["seekto", ({ seekTime }) => engine.seek(seekTime ?? 0)],
      ["previoustrack", hasPrevious ? () => goPrevious() : null],
      ["nexttrack", hasNext ? () => goNext() : null],
    ];
    for (const [action, run] of actions) setAction(action, run);
    const stop = engine.store.subscribe(({ isPaused, duration, time, rate }) => {
      session.playbackState = isPaused ? "paused" : "playing";
      if (duration > 0) session.setPositionState({ duration, position: Math.min(time, duration), playbackRate: rate });
    });
    return () => {
      stop();
      for (const [action] of actions) setAction(action, null);
      session.playbackState = "none";
    };
  }, [engine, hasPrevious, hasNext]);
}

function setAction(action: MediaSessionAction, run: MediaSessionActionHandler | null): void {
  try {
    navigator.mediaSession.setActionHandler(action, run);
  } catch {
    // This browser does not know the action.
  }
}
