// What an engine is asked and what it needs: requests go in; what the elements report comes out in the store.
import type { StoreApi } from "zustand/vanilla";
import type { Media } from "#contract/media.ts";
import type { CaptionTrack, Playback } from "#web/player/playback.ts";

export interface Source {
  hls: string;
  audio: { url: string; offset: number } | null;
  captions: Media["captions"];
}

export interface Start {
  position: number;
  shouldPlay: boolean;
  isAudioOnly: boolean;
  volume: number;
  isMuted: boolean;
  rate: number;
  captions: CaptionTrack | null;
  /** Nobody has asked for it yet: it fetches what it would begin with, and waits. */
  isAhead?: boolean;
}

export interface Engine {
  store: StoreApi<Playback>;
  /** Ends the waiting of one that was made ahead. */
  begin(start: Start): void;
  /** Puts the picture into the page; without it only the sound is there. */
  mount(place: HTMLElement): void;
  /** More exact than the store, which hears of it four times a second. */
  readTime(): number;
  play(): void;
  pause(): void;
  seek(seconds: number): void;
  setVolume(volume: number): void;
  setMuted(isMuted: boolean): void;
  setRate(rate: number): void;
  setQuality(height: number | null): void;
  setAudioOnly(isOn: boolean): void;
  togglePictureInPicture(): void;
  showAirPlay(): void;
  /** Over the whole screen, with the system's own controls. */
  showPictureAlone(): void;
  /** Null shows none. */
  setCaptions(index: number | null): void;
  toggleCaptions(): void;
  /** What has become known since: used where it is needed next. */
  learn(source: Source): void;
  /** How the server answered something else: a no stops this too, even when all the rest of it is here already. */
  heed(status: number): void;
  /** Begins again where it stopped, with the same addresses or new ones. */
  retry(source?: Source): void;
  destroy(): void;
}
