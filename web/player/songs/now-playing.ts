// Which song plays now: a waveform shows it, and by its ids every list that has it marks it.
import { useEffect } from "react";
import { create } from "zustand";
import { tellPlaying } from "#web/place.ts";
import type { Engine } from "#web/player/engine/engine.ts";
import { findPart, type Part, type Song } from "./songs.ts";

interface NowPlaying {
  song: Song | null;
  /** Null before the length of the recording is known. */
  part: Part | null;
}

const nothing: NowPlaying = { song: null, part: null };
export const useNowPlaying = create<NowPlaying>(() => nothing);

/** Called by the player; the songs must be the same array while they do not change. */
export function useTellPlaying(engine: Engine, songs: readonly Song[]): void {
  useEffect(() => {
    const tell = (now: NowPlaying) => {
      const { song, part } = useNowPlaying.getState();
      if (now.song === song && now.part?.from === part?.from && now.part?.to === part?.to) return;
      useNowPlaying.setState(now);
      if (now.song !== song) tellPlaying({ performance: now.song?.id ?? null, songs: now.song?.songs ?? [] });
    };
    const look = () => {
      const { duration } = engine.store.getState();
      const part = findPart(songs, engine.readTime(), duration);
      tell({ song: part.song, part: duration > 0 ? part : null });
    };
    look();
    const stop = engine.store.subscribe(look);
    return () => {
      stop();
      tell(nothing);
    };
  }, [engine, songs]);
}
