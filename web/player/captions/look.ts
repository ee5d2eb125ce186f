// What somebody chose about captions: which, how large, and on what background.
import type { CaptionTrack } from "#web/player/playback.ts";

export const sizes = ["small", "normal", "large"] as const;
export const backgrounds = ["none", "shade", "solid"] as const;

export interface CaptionHabits {
  /** Shown last; null is none. */
  track: CaptionTrack | null;
  size: (typeof sizes)[number];
  background: (typeof backgrounds)[number];
}

export const defaultCaptions: CaptionHabits = { track: null, size: "normal", background: "shade" };

/** The stored values as far as they are valid, defaults for the rest. */
export function readCaptionHabits(stored: unknown): CaptionHabits {
  const { track, size, background } = (typeof stored === "object" && stored !== null ? stored : {}) as Stored;
  return {
    track: readTrack(track),
    size: sizes.find((one) => one === size) ?? defaultCaptions.size,
    background: backgrounds.find((one) => one === background) ?? defaultCaptions.background,
  };
}

type Stored = { [name in keyof CaptionHabits]?: unknown };

export function readTrack(stored: unknown): CaptionTrack | null {
  const { label, language } = (typeof stored === "object" && stored !== null ? stored : {}) as Partial<CaptionTrack>;
  return typeof label === "string" && typeof language === "string" ? { label, language } : null;
}
