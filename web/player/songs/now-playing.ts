// Which song plays now, for the player itself, and by its ids for every list that has it.
import { useEffect } from "react";
import { create } from "zustand";
import { tellPlaying } from "#web/place.ts";
import type { Engine } from "#web/player/engine/engine.ts";
import { findPlaying, type Song } from "./songs.ts";

interface NowPlaying {
  song: Song | null;
}

export const useNowPlaying = create<NowPlaying>(() => ({ song: null }));

/** Called by the player; the songs must be the same array while they do not change. */
export function useTellPlaying(engine: Engine, songs: readonly Song[]): void {
  useEffect(() => {
    const tell = (song: Song | null) => {
      if (song === useNowPlaying.getState().song) return;
      useNowPlaying.setState({ song });
      tellPlaying({ performance: song?.id ?? null, songs: song?.songs ?? [] });
    };
    const look = () => tell(findPlaying(songs, engine.readTime()));
    look();
    const stop = engine.store.subscribe(look);
    return () => {
      stop();
      tell(null);
    };
  }, [engine, songs]);
}
