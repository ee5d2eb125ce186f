// Which song plays now, so that the set list beside the player can mark it.
import { useEffect } from "react";
import { create } from "zustand";
import type { Engine } from "#web/player/engine/engine.ts";
import { findPlaying, type Song } from "./songs.ts";

interface NowPlaying {
  song: Song | null;
}

export const useNowPlaying = create<NowPlaying>(() => ({ song: null }));

/** Called by the player; the songs must be the same array while they do not change. */
export function useTellPlaying(engine: Engine, songs: readonly Song[]): void {
  useEffect(() => {
    const tell = () => {
      const song = findPlaying(songs, engine.readTime());
      if (song !== useNowPlaying.getState().song) useNowPlaying.setState({ song });
    };
    tell();
    const stop = engine.store.subscribe(tell);
    return () => {
      stop();
      useNowPlaying.setState({ song: null });
    };
  }, [engine, songs]);
}
